import { Writable } from 'node:stream';
import { defineAnnouncement, defineCall, defineCommand } from '@strata/contracts/message';
import type { RequestContext } from '@strata/kernel/actor';
import { z } from 'zod';
import type { Bus } from '../../src/bus/bus.ts';
import type { BusObserver } from '../../src/bus/bus-observer.ts';
import type { ContractName } from '../../src/bus/message-codec.ts';
import type { RetryLadder } from '../../src/bus/retry-ladder.ts';
import { createLogger, type Logger } from '../../src/log/logger.ts';

/** Opens connected buses of one transport, each as another process would; in process they are all the same bus. */
export interface BusFixture {
  open(): Bus;
  /** The reports of the buses to their observer, as `kind contract outcome`. */
  readonly observed: readonly string[];
  /** Closes all buses, and removes their queues. */
  close(): Promise<void>;
}

export const FAST_LADDER: RetryLadder = [10, 30];

export const CONTEXT: RequestContext = {
  scope: { tenantId: 'ten_1', environment: 'test' },
  actor: { type: 'api_key', id: 'key_1', scopes: ['read', 'write'], agentId: 'agent-7' },
  requestId: 'req_1',
  traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
};

let lastContract = 0;
const nextName = (name: string): string => `${name}${String((lastContract += 1))}`;

/** Each test has its own contracts, so that no test sees another's messages. */
export const newCall = () =>
  defineCall({
    service: 'vault',
    name: nextName('double'),
    request: z.object({ value: z.number(), text: z.string().optional() }),
    response: z.object({ value: z.number(), text: z.string().optional() }),
  });

export const newCommand = (maxAttempts = 3) =>
  defineCommand({
    service: 'ingest',
    name: nextName('store'),
    payload: z.object({ id: z.number(), text: z.string().default('none') }),
    maxAttempts,
  });

export const newAnnouncement = () =>
  defineAnnouncement({ service: 'enterprise-org', name: nextName('changed'), payload: z.object({ id: z.number() }) });

/** Polls until the condition holds; the test's own timeout is the limit. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** A gate at which handlers wait until the test opens it. */
export class Gate {
  #open = (): void => undefined;
  readonly #opened = new Promise<void>((resolve) => (this.#open = resolve));
  waiting = 0;

  async pass(): Promise<void> {
    this.waiting += 1;
    await this.#opened;
  }

  open(): void {
    this.#open();
  }
}

/** A logger whose lines a test can read. */
export function recordingLogger(): { logger: Logger; text: () => string } {
  const lines: string[] = [];
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(chunk.toString());
      done();
    },
  });
  return { logger: createLogger({ service: 'test', level: 'debug', stream }), text: () => lines.join('') };
}

/** An observer whose reports a test can read. */
export function recordingObserver(): { observe: BusObserver; observed: readonly string[] } {
  const observed: string[] = [];
  const record = (kind: string, contract: ContractName, outcome: string, seconds: number): void => {
    if (!(seconds >= 0)) throw new Error('a duration is missing');
    observed.push(`${kind} ${contract.name} ${outcome}`);
  };
  const observe: BusObserver = {
    callMade: (contract, outcome, seconds) => {
      record('call', contract, outcome, seconds);
    },
    messageSent: (contract, outcome, seconds) => {
      record('sent', contract, outcome, seconds);
    },
    messageHandled: (contract, outcome, seconds) => {
      record('handled', contract, outcome, seconds);
    },
    queueWait: (contract, seconds) => {
      record('waited', contract, '', seconds);
    },
  };
  return { observe, observed };
}
