import { unavailable } from '@strata/kernel/errors';
import type { RequestContext } from '@strata/kernel/actor';
import type { CallContract } from '@strata/contracts/message';
import type { z } from 'zod';
import { Batcher } from '../batcher.ts';
import { timerMs } from '../bounded-wait.ts';
import { decodeError } from '../error-codec.ts';
import type { InProcessParts } from './parts.ts';
import { contractName, type ContractName, type EncodedMessage } from '../message-codec.ts';
import { handleCall, errorReply, type CallReply } from '../handle-call.ts';
import { stopwatch } from '../../metrics/stopwatch.ts';

interface PendingCall {
  readonly message: EncodedMessage;
  /** Whether the call has failed by its timer; not computed from the clock, which may be behind the timer. */
  readonly hasExpired: () => boolean;
  readonly reply: (reply: CallReply) => void;
}

/** The servers of one call, in rotation. */
export class InProcessCalls {
  readonly #contract: ContractName;
  readonly #parts: InProcessParts;
  readonly #servers: Batcher<PendingCall>[] = [];
  #turn = 0;

  constructor(contract: ContractName, parts: InProcessParts) {
    this.#contract = contract;
    this.#parts = parts;
  }

  /** Returns the encoded response. Errors: those of the server; `unavailable`. */
  call(message: EncodedMessage, deadlineMs: number): Promise<string> {
    const server = this.#servers[this.#turn++ % this.#servers.length];
    if (server === undefined) return Promise.reject(unavailable(contractName(this.#contract)));
    return new Promise((resolve, reject) => {
      let hasExpired = false;
      const timer = setTimeout(() => {
        hasExpired = true;
        reject(unavailable(contractName(this.#contract)));
      }, timerMs(deadlineMs));
      const reply = ({ outcome, body }: CallReply): void => {
        clearTimeout(timer);
        if (outcome === 'done') resolve(body);
        else reject(decodeError(body));
      };
      server.add({ message, hasExpired: () => hasExpired, reply });
    });
  }

  serve<Request extends z.ZodType, Response extends z.ZodType>(
    contract: CallContract<Request, Response>,
    handler: (request: z.output<Request>, context: RequestContext) => Promise<z.input<Response>>,
    prefetch: number,
  ): void {
    const server = new Batcher<PendingCall>({ concurrency: prefetch }, async ([call]) => {
      if (call === undefined) return;
      const { work, observe } = this.#parts;
      if (call.hasExpired()) {
        observe.messageHandled(contract, 'expired', 0);
        return;
      }
      const elapsed = stopwatch();
      const message = { ...call.message, isAwaited: () => !call.hasExpired() };
      const reply = await work.track(() => handleCall(contract, handler, message, this.#parts));
      call.reply(reply);
      observe.messageHandled(contract, reply.outcome, elapsed());
    });
    this.#servers.push(server);
  }

  /** Fails every call that has not been started with `unavailable`. */
  abandon(): void {
    const reply = errorReply(unavailable(contractName(this.#contract)));
    for (const server of this.#servers) {
      for (const call of server.takeWaiting()) call.reply(reply);
    }
  }
}
