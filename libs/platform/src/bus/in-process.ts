import type { RequestContext } from '@strata/kernel/actor';
import { unavailable } from '@strata/kernel/errors';
import type { Logger } from '../log/logger.ts';
import { stopwatch } from '../metrics/stopwatch.ts';
import type { Bus } from './bus.ts';
import { silentObserver, type BusObserver, type HandlingOutcome } from './bus-observer.ts';
import { describeFailure } from './describe-failure.ts';
import { InProcessCalls } from './in-process/calls.ts';
import { InProcessCommands } from './in-process/commands.ts';
import type { InProcessParts } from './in-process/parts.ts';
import { contractName, decodeMessage, encodeMessage, type ContractName, type EncodedMessage } from './message-codec.ts';
import { observeCall, observeSend } from './observe-sending.ts';
import { DEFAULT_RETRY_LADDER, type RetryLadder } from './retry-ladder.ts';
import { traceMessages } from './trace-messages.ts';
import { WorkTracker } from './work-tracker.ts';

export interface InProcessBusOptions {
  readonly logger?: Logger | undefined;
  readonly observe?: BusObserver | undefined;
  /** Milliseconds that a `send` waits for its consumer's commit, retries included (default 10,000). */
  readonly sendDeadlineMs?: number | undefined;
  readonly retryLadder?: RetryLadder | undefined;
}

const DEFAULT_SEND_DEADLINE_MS = 10_000;
const DEFAULT_PREFETCH = 64;
const DEFAULT_GRACE_MS = 10_000;

/**
 * The bus of one process that contains every service. Messages are encoded and decoded, so services never share an object.
 * Nothing is queued: `send` resolves after the consumer's commit, and fails with `unavailable` without a consumer.
 */
export function createInProcessBus(options: InProcessBusOptions = {}): Bus {
  const parts: InProcessParts = {
    logger: options.logger,
    observe: options.observe ?? silentObserver,
    traces: traceMessages('in_process'),
    sendDeadlineMs: options.sendDeadlineMs ?? DEFAULT_SEND_DEADLINE_MS,
    retryLadder: options.retryLadder ?? DEFAULT_RETRY_LADDER,
    work: new WorkTracker(),
  };
  const { work, traces } = parts;
  const calls = perContract((contract) => new InProcessCalls(contract, parts));
  const commands = perContract((contract) => new InProcessCommands(contract, parts));
  const listeners = perContract<((message: EncodedMessage) => void)[]>(() => []);
  let open = true;

  const whileOpen = async <T>(task: () => Promise<T>): Promise<T> => {
    if (!open) throw unavailable('The message bus');
    return work.track(task);
  };

  return {
    call: (contract, request, context, { deadlineMs = contract.deadlineMs } = {}) =>
      whileOpen(() =>
        traces.call(contract, context, () =>
          observeCall(contract, parts, () => calls.of(contract).call(encodeMessage(request, context), deadlineMs)),
        ),
      ),

    serve: (contract, handler, { prefetch = DEFAULT_PREFETCH } = {}) => {
      calls.of(contract).serve(contract, handler, prefetch);
      return Promise.resolve();
    },

    send: (contract, payload, context) =>
      traces.send(contract, context, () =>
        observeSend(contract, parts, () =>
          whileOpen(() => commands.of(contract).send(encodeMessage(payload, context))),
        ),
      ),

    consume: (contract, handler, consumeOptions = {}) => {
      commands.of(contract).consume(contract, handler, consumeOptions);
      return Promise.resolve();
    },

    announce: (contract, payload, context: RequestContext) =>
      traces.send(contract, context, () =>
        observeSend(contract, parts, () =>
          whileOpen(() => {
            const message = encodeMessage(payload, context);
            decodeMessage(contract.payload, contract, message);
            for (const listen of listeners.of(contract)) listen(message);
            return Promise.resolve();
          }),
        ),
      ),

    subscribe: (contract, handler) => {
      const handle = async (message: EncodedMessage): Promise<void> => {
        const elapsed = stopwatch();
        let outcome: HandlingOutcome = 'done';
        try {
          const { payload, context } = decodeMessage(contract.payload, contract, message);
          await parts.traces.handle(contract, [{ context }], () => handler(payload, context));
        } catch (error) {
          outcome = 'dead_lettered';
          const log = { contract: contractName(contract), ...describeFailure(error) };
          parts.logger?.error('An announcement could not be handled', log);
        }
        parts.observe.messageHandled(contract, outcome, elapsed());
      };
      // One at a time: a later announcement about a subject must not overtake an earlier one.
      let last = Promise.resolve();
      listeners.of(contract).push((message) => {
        last = last.then(() => handle(message));
        void work.track(() => last);
      });
      return Promise.resolve();
    },

    queueFigures: (contract) => Promise.resolve(commands.of(contract).figures()),

    consumerFigures: (contract) => commands.of(contract).consumerFigures(),

    isConnected: () => open,

    ping: () => whileOpen(() => Promise.resolve()),

    close: async (graceMs = DEFAULT_GRACE_MS) => {
      if (!(await work.idleWithin(graceMs))) parts.logger?.warn('The bus closed before all work was done');
      open = false;
      for (const part of [...commands.all(), ...calls.all()]) part.abandon();
    },
  };
}

function perContract<Part>(create: (contract: ContractName) => Part): {
  of(contract: ContractName): Part;
  all(): Iterable<Part>;
} {
  const parts = new Map<string, Part>();
  return {
    of: (contract) => {
      const key = contractName(contract);
      const part = parts.get(key) ?? create(contract);
      parts.set(key, part);
      return part;
    },
    all: () => parts.values(),
  };
}
