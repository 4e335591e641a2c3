import type { Channel } from 'amqplib';
import { unavailable } from '@strata/kernel/errors';
import type { Logger } from '../../log/logger.ts';
import { reasonOf } from './connection.ts';
import { pause, settledWithin } from '../bounded-wait.ts';
import { jittered, rungOf, type RetryLadder } from '../retry-ladder.ts';

const REOPEN_LADDER: RetryLadder = [50, 200, 1_000, 2_000];

export interface SteadyChannelOptions<C extends Channel> {
  /** The channel's name in logs. */
  readonly name: string;
  readonly logger: Logger;
  /** Opens a channel, waiting for the connection if need be. */
  readonly open: () => Promise<C>;
  /** Prepares a new channel: topology, consumers. If it rejects, another channel is tried later. */
  readonly setUp: (channel: C) => Promise<void>;
  /** Called when the channel is lost, with everything in progress on it. */
  readonly lost?: () => void;
}

/** A channel that is opened and set up again whenever it or its connection is lost. */
export class SteadyChannel<C extends Channel> {
  readonly #options: SteadyChannelOptions<C>;
  readonly #stop = new AbortController();
  readonly #waiting = new Set<() => void>();
  #current: C | undefined;

  constructor(options: SteadyChannelOptions<C>) {
    this.#options = options;
    void this.#run();
  }

  /** The channel if it is ready now. */
  get current(): C | undefined {
    return this.#current;
  }

  /** Errors: `unavailable` if no channel is ready within the time. */
  async ready(withinMs: number): Promise<C> {
    if (this.#current === undefined && !this.#stop.signal.aborted) {
      let wake = (): void => undefined;
      const change = new Promise<void>((resolve) => (wake = resolve));
      this.#waiting.add(wake);
      await settledWithin(change, withinMs);
      this.#waiting.delete(wake);
    }
    if (this.#current === undefined) throw unavailable('The message broker');
    return this.#current;
  }

  /** Closes the channel once everything written to it is out, and opens no other. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#current?.close().catch(() => undefined);
    this.#wake();
  }

  async #run(): Promise<void> {
    const { name, logger, lost } = this.#options;
    const { signal } = this.#stop;
    let failures = 0;
    while (!signal.aborted) {
      try {
        await this.#live(() => (failures = 0));
      } catch (error) {
        logger.debug('A channel could not be set up', { channel: name, ...reasonOf(error) });
      }
      if (this.#current !== undefined) {
        this.#current = undefined;
        lost?.();
      }
      failures += 1;
      await pause(jittered(rungOf(REOPEN_LADDER, failures)), signal);
    }
  }

  /** Opens a channel, sets it up, and waits until it is closed. */
  async #live(onReady: () => void): Promise<void> {
    const { name, logger, open, setUp } = this.#options;
    const channel = await open();
    const closed = new Promise<void>((resolve) => channel.once('close', resolve));
    channel.on('error', (error) => {
      logger.warn('The message broker closed a channel', { channel: name, ...reasonOf(error) });
    });
    try {
      await setUp(channel);
    } catch (error) {
      await channel.close().catch(() => undefined);
      throw error;
    }
    if (this.#stop.signal.aborted) {
      await channel.close().catch(() => undefined);
      return;
    }
    this.#current = channel;
    onReady();
    this.#wake();
    await closed;
  }

  #wake(): void {
    for (const wake of this.#waiting) wake();
  }
}
