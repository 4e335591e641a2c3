import type { AnnouncementContract, CallContract, CommandContract } from '@strata/contracts/message';
import type { RequestContext } from '@strata/kernel/actor';
import type { z } from 'zod';

/** One command as a consumer sees it: already parsed against its contract. */
export interface Delivery<Payload> {
  readonly payload: Payload;
  readonly context: RequestContext;
  /** 1 on the first delivery. */
  readonly attempt: number;
}

export interface ConsumeOptions {
  /** Most deliveries handed to the handler at once (default 1). */
  readonly batchSize?: number;
  /** Longest wait, in milliseconds, for a batch to fill (default 0: what is there goes at once). */
  readonly lingerMs?: number;
  /** Batches under way at once (default 1). */
  readonly concurrency?: number;
}

/** Figures of one command's queue. `failed` counts its dead letters. */
export interface QueueFigures {
  readonly waiting: number;
  readonly active: number;
  readonly failed: number;
}

/**
 * How services talk. Three verbs, each with its receiving side: `call`/`serve`, `send`/`consume`,
 * `announce`/`subscribe`. Every message is validated against its contract on arrival.
 */
export interface Bus {
  /**
   * Asks and waits for the answer.
   * @throws AppError as the server threw it; `unavailable` past the deadline, with nobody serving, or while disconnected.
   */
  call<Request extends z.ZodType, Response extends z.ZodType>(
    contract: CallContract<Request, Response>,
    request: z.input<Request>,
    context: RequestContext,
    options?: { readonly deadlineMs?: number },
  ): Promise<z.output<Response>>;

  serve<Request extends z.ZodType, Response extends z.ZodType>(
    contract: CallContract<Request, Response>,
    handler: (request: z.output<Request>, context: RequestContext) => Promise<z.input<Response>>,
    options?: { readonly prefetch?: number },
  ): Promise<void>;

  /**
   * Resolves when the command cannot be lost any more: a quorum queue's confirm, or, in process, the consumer's commit.
   * @throws AppError `unavailable` when that cannot be promised.
   */
  send<Payload extends z.ZodType>(
    contract: CommandContract<Payload>,
    payload: z.input<Payload>,
    context: RequestContext,
  ): Promise<void>;

  /**
   * The handler's return acknowledges the whole batch. When it throws `RejectMessage` the message is dead-lettered,
   * on AppError `unavailable` it is tried again for as long as it takes, on anything else up to `maxAttempts` times.
   * A batch that fails is tried again message by message, so that one bad message harms no other.
   */
  consume<Payload extends z.ZodType>(
    contract: CommandContract<Payload>,
    handler: (deliveries: readonly Delivery<z.output<Payload>>[]) => Promise<void>,
    options?: ConsumeOptions,
  ): Promise<void>;

  announce<Payload extends z.ZodType>(
    contract: AnnouncementContract<Payload>,
    payload: z.input<Payload>,
    context: RequestContext,
  ): Promise<void>;

  subscribe<Payload extends z.ZodType>(
    contract: AnnouncementContract<Payload>,
    handler: (payload: z.output<Payload>, context: RequestContext) => Promise<void>,
  ): Promise<void>;

  queueFigures(contract: CommandContract<z.ZodType>): Promise<QueueFigures>;

  /** Whether messages flow now. */
  isConnected(): boolean;

  /** Stops taking messages, lets what is under way finish (at most `graceMs`, default 10,000), then disconnects. */
  close(graceMs?: number): Promise<void>;
}

/** Thrown by a consumer for a message that no retry can mend: it goes to the dead letters at once. */
export class RejectMessage extends Error {
  override readonly name = 'RejectMessage';
}
