import { AppError, unavailable } from '@strata/kernel/errors';
import type { CommandContract } from '@strata/contracts/message';
import type { z } from 'zod';
import { Batcher } from '../batcher.ts';
import { RejectMessage, type ConsumerFigures, type ConsumerOptions, type Delivery, type QueueFigures } from '../bus.ts';
import { secondsSince } from '../bus-observer.ts';
import { describeFailure } from '../describe-failure.ts';
import { handleBatch, type BatchRules, type Outcome } from '../handle-batch.ts';
import { isRetryable } from '../../database/database-errors.ts';
import type { InProcessParts } from './parts.ts';
import { contractName, decodeMessage, type ContractName, type EncodedMessage } from '../message-codec.ts';
import { jittered, rungOf } from '../retry-ladder.ts';
import { stopwatch } from '../../metrics/stopwatch.ts';
import { sumOf, UnitsInHand } from '../units-in-hand.ts';

/** One command, from `send` until it has resolved or rejected. */
interface PendingCommand {
  readonly message: EncodedMessage;
  readonly sentAt: number;
  readonly expiresAt: number;
  attempt: number;
  failures: number;
  /** The last error if a dependency was unavailable. The sender gets it when the deadline passes. */
  postponedBy: unknown;
  isFinished: boolean;
  readonly finish: (error?: unknown) => void;
}

interface Consumer {
  take(job: PendingCommand): void;
  figures(): { readonly waiting: number; readonly active: number };
  stop(): void;
}

/** The queue of one command. It is not durable, so the sender waits for the consumer's commit. */
export class InProcessCommands {
  readonly #contract: ContractName;
  readonly #parts: InProcessParts;
  readonly #jobs = new Set<PendingCommand>();
  readonly #consumers: Consumer[] = [];
  readonly #inHand = new UnitsInHand();
  #turn = 0;
  #maxFailures = 1;
  #backingOff = 0;
  #failed = 0;

  constructor(contract: ContractName, parts: InProcessParts) {
    this.#contract = contract;
    this.#parts = parts;
  }

  send(message: EncodedMessage): Promise<void> {
    return new Promise((resolve, reject) => {
      const sentAt = Date.now();
      const timer = setTimeout(() => {
        job.finish(job.postponedBy ?? this.#unavailable());
      }, this.#parts.sendDeadlineMs);
      const job: PendingCommand = {
        message,
        sentAt,
        expiresAt: sentAt + this.#parts.sendDeadlineMs,
        attempt: 1,
        failures: 0,
        postponedBy: undefined,
        isFinished: false,
        finish: (error) => {
          if (job.isFinished) return;
          job.isFinished = true;
          clearTimeout(timer);
          this.#jobs.delete(job);
          if (error === undefined) resolve();
          else reject(error instanceof Error ? error : this.#unavailable());
        },
      };
      this.#jobs.add(job);
      this.#dispatch(job);
    });
  }

  consume<Payload extends z.ZodType>(
    contract: CommandContract<Payload>,
    handler: (deliveries: readonly Delivery<z.output<Payload>>[]) => Promise<void>,
    options: ConsumerOptions<z.output<Payload>>,
  ): void {
    interface Item {
      readonly job: PendingCommand;
      readonly delivery: Delivery<z.output<Payload>>;
      readonly units: number;
    }
    const { unitsOf = () => 1 } = options;
    const rules: BatchRules<z.output<Payload>> = {
      handler,
      maxAttempts: contract.maxAttempts,
      onDeadLetter: options.onDeadLetter,
      trace: (messages, work) => this.#parts.traces.handle(contract, messages, work),
    };
    this.#maxFailures = contract.maxAttempts;
    const handle = async (live: readonly Item[]): Promise<void> => {
      for (const { job } of live) this.#parts.observe.queueWait(contract, secondsSince(job.sentAt));
      const elapsed = stopwatch();
      const deliveries = live.map(({ delivery }) => delivery);
      const outcomes = await this.#parts.work.track(() => handleBatch(deliveries, rules));
      const seconds = elapsed();
      for (const [index, { job }] of live.entries()) {
        const outcome = outcomes[index];
        if (outcome !== undefined) this.#settle(job, outcome, seconds);
      }
    };
    const batcher = new Batcher<Item>(options, async (batch) => {
      // A sender whose command timed out sends it again, so handling it now would only double the work.
      const live = batch.filter(({ job }) => !job.isFinished);
      this.#inHand.start(sumOf(batch));
      if (live.length > 0) await handle(live);
      this.#inHand.end(sumOf(batch));
    });
    this.#consumers.push({
      take: (job) => {
        try {
          const message = decodeMessage(contract.payload, contract, job.message);
          const units = unitsOf(message.payload);
          this.#inHand.take(units);
          batcher.add({ job, units, delivery: { ...message, attempt: job.attempt } });
        } catch (error) {
          this.#settle(job, { kind: 'dead_lettered', error }, 0);
        }
      },
      figures: () => batcher,
      stop: () => this.#inHand.drop(sumOf(batcher.takeWaiting())),
    });
  }

  figures(): QueueFigures {
    return { waiting: this.#backingOff, failed: this.#failed };
  }

  consumerFigures(): ConsumerFigures {
    const figures = this.#consumers.map((consumer) => consumer.figures());
    const [oldest] = this.#jobs;
    return {
      waiting: figures.reduce((sum, { waiting }) => sum + waiting, 0),
      active: figures.reduce((sum, { active }) => sum + active, 0),
      units: this.#inHand.figures,
      oldestSeconds: oldest === undefined ? 0 : secondsSince(oldest.sentAt),
    };
  }

  /** Fails every unfinished command with `unavailable`. */
  abandon(): void {
    for (const consumer of this.#consumers) consumer.stop();
    for (const job of [...this.#jobs]) job.finish(this.#unavailable());
  }

  #dispatch(job: PendingCommand): void {
    const consumer = this.#consumers[this.#turn++ % this.#consumers.length];
    if (consumer === undefined) job.finish(this.#unavailable());
    else consumer.take(job);
  }

  #settle(job: PendingCommand, outcome: Outcome, seconds: number): void {
    this.#parts.observe.messageHandled(this.#contract, outcome.kind, seconds);
    if (outcome.kind === 'done') {
      job.finish();
      return;
    }
    const log = { contract: contractName(this.#contract), attempt: job.attempt, ...describeFailure(outcome.error) };
    if (outcome.kind === 'dead_lettered') {
      this.#failed += 1;
      this.#parts.logger?.error('A command was dead-lettered', log);
      job.finish(this.#rejection(outcome.error));
      return;
    }
    this.#parts.logger?.warn('A command failed and will be retried', log);
    this.#backOff(job, outcome);
  }

  #backOff(job: PendingCommand, outcome: Exclude<Outcome, { kind: 'done' }>): void {
    if (outcome.kind === 'retried' && outcome.countsAsAttempt) job.attempt += 1;
    job.failures += 1;
    job.postponedBy = outcome.kind === 'postponed' ? outcome.error : undefined;
    // Nothing is lost: the command is still its sender's, who should not wait for what waiting does not help.
    if (outcome.kind === 'retried' && job.failures >= this.#maxFailures) {
      job.finish(this.#rejection(outcome.error));
      return;
    }
    // Its sender waits, and longer pauses help only while a dependency is away.
    const rung = outcome.kind === 'postponed' ? job.failures : 1;
    const delay = jittered(rungOf(this.#parts.retryLadder, rung));
    if (Date.now() + delay >= job.expiresAt) {
      job.finish(job.postponedBy ?? this.#unavailable());
      return;
    }
    this.#backingOff += 1;
    setTimeout(() => {
      this.#backingOff -= 1;
      if (!job.isFinished) this.#dispatch(job);
    }, delay).unref();
  }

  /** The error for the sender of a command that failed for good. */
  #rejection(error: unknown): AppError {
    if (error instanceof AppError) return error;
    if (isRetryable(error)) return this.#unavailable();
    if (!(error instanceof RejectMessage)) {
      return new AppError('internal_error', `${contractName(this.#contract)} failed`);
    }
    if (error.cause instanceof AppError) return error.cause;
    return new AppError('validation_error', `${contractName(this.#contract)} was rejected by its consumer`);
  }

  #unavailable(): AppError {
    return unavailable(contractName(this.#contract));
  }
}
