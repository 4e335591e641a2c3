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
  /** Whether the caller has been told that nobody answered; not read off a clock, which may be behind the timer. */
  readonly hasExpired: () => boolean;
  readonly reply: (answer: CallReply) => void;
}

/** The servers of one call, taking turns. */
export class InProcessCalls {
  readonly #contract: ContractName;
  readonly #parts: InProcessParts;
  readonly #servers: Batcher<PendingCall>[] = [];
  #turn = 0;

  constructor(contract: ContractName, parts: InProcessParts) {
    this.#contract = contract;
    this.#parts = parts;
  }

  /** @returns the encoded response. @throws AppError as the server threw it, or `unavailable`. */
  call(message: EncodedMessage, deadlineMs: number): Promise<string> {
    const server = this.#servers[this.#turn++ % this.#servers.length];
    if (server === undefined) return Promise.reject(unavailable(contractName(this.#contract)));
    return new Promise((resolve, reject) => {
      let isOver = false;
      const timer = setTimeout(() => {
        isOver = true;
        reject(unavailable(contractName(this.#contract)));
      }, timerMs(deadlineMs));
      const answer = ({ outcome, body }: CallReply): void => {
        clearTimeout(timer);
        if (outcome === 'done') resolve(body);
        else reject(decodeError(body));
      };
      server.add({ message, hasExpired: () => isOver, reply: answer });
    });
  }

  serve<Request extends z.ZodType, Response extends z.ZodType>(
    contract: CallContract<Request, Response>,
    handler: (request: z.output<Request>, context: RequestContext) => Promise<z.input<Response>>,
    prefetch: number,
  ): void {
    const server = new Batcher<PendingCall>({ concurrency: prefetch }, async ([question]) => {
      if (question === undefined) return;
      const { work, logger, observe } = this.#parts;
      if (question.hasExpired()) {
        observe.messageHandled(contract, 'expired', 0);
        return;
      }
      const elapsed = stopwatch();
      const answer = await work.track(() => handleCall(contract, handler, question.message, logger));
      question.reply(answer);
      observe.messageHandled(contract, answer.outcome, elapsed());
    });
    this.#servers.push(server);
  }

  /** Tells every caller whose question has not been taken up that nobody will. */
  abandon(): void {
    const answer = errorReply(unavailable(contractName(this.#contract)));
    for (const server of this.#servers) {
      for (const question of server.takeWaiting()) question.reply(answer);
    }
  }
}
