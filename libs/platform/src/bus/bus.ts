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

/**
 * What a command's queue holds for everybody: messages `waiting` for a first or another attempt that no consumer has
 * taken yet, and `failed`, its dead letters.
 */
export interface QueueFigures {
  readonly waiting: number;
  readonly failed: number;
}

/** What this process has taken of a command's queue; the whole queue is what it holds and what every process has taken. */
export interface ConsumerFigures {
  /** Taken, and not yet begun with. */
  readonly waiting: number;
  /** In handlers. */
  readonly active: number;
  /** Seconds since the oldest of them was sent, 0 without any. Queues are served in order, so nothing ready is older. */
  readonly oldestSeconds: number;
}

/**
 * How services talk. Three verbs, each with its receiving side: `call`/`serve`, `send`/`consume`,
 * `announce`/`subscribe`. Every message is validated against its contract on arrival.
 */
export interface Bus {
  /**
   * Asks and waits for the answer. A call is served at most once: when its server is lost, it fails rather than being
   * served by another.
   * @throws AppError as the server threw it; `unavailable` past the deadline, with nobody serving, or while disconnected.
   */
  call<Request extends z.ZodType, Response extends z.ZodType>(
    contract: CallContract<Request, Response>,
    request: z.input<Request>,
    context: RequestContext,
    options?: { readonly deadlineMs?: number },
  ): Promise<z.output<Response>>;

  /**
   * Serves at most `prefetch` calls at once (default 64). Resolves when calls flow or, with the broker away, after a
   * short wait: they will once it is back. The same holds of `consume` and `subscribe`.
   */
  serve<Request extends z.ZodType, Response extends z.ZodType>(
    contract: CallContract<Request, Response>,
    handler: (request: z.output<Request>, context: RequestContext) => Promise<z.input<Response>>,
    options?: { readonly prefetch?: number },
  ): Promise<void>;

  /**
   * Resolves when the command cannot be lost any more: a quorum queue's confirm, or, in process, the consumer's commit.
   * The command may be delivered more than once, also when the sender was told that it failed.
   * @throws AppError `unavailable` when that cannot be promised; `validation_error` when the payload breaks its contract.
   */
  send<Payload extends z.ZodType>(
    contract: CommandContract<Payload>,
    payload: z.input<Payload>,
    context: RequestContext,
  ): Promise<void>;

  /**
   * Handlers must be idempotent and quick: in process a sender waits for them, and a broker takes a delivery back after
   * half an hour. Work that takes long is written down by the handler and done elsewhere.
   *
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

  /** Announcements come one after the other, in their order; one that the handler fails on is logged and dropped. */
  subscribe<Payload extends z.ZodType>(
    contract: AnnouncementContract<Payload>,
    handler: (payload: z.output<Payload>, context: RequestContext) => Promise<void>,
  ): Promise<void>;

  /** @throws AppError `unavailable` while the broker is away. */
  queueFigures(contract: CommandContract<z.ZodType>): Promise<QueueFigures>;

  consumerFigures(contract: CommandContract<z.ZodType>): ConsumerFigures;

  /** Whether messages flow now, as far as this side knows. */
  isConnected(): boolean;

  /**
   * Asks the broker for a sign of life: one that hangs is connected, and says nothing.
   * @throws AppError `unavailable` when it gives none within `withinMs`.
   */
  ping(withinMs: number): Promise<void>;

  /** Stops taking messages, lets what is under way finish (at most `graceMs`, default 10,000), then disconnects. */
  close(graceMs?: number): Promise<void>;
}

/** Thrown by a consumer for a message that no retry can mend: it goes to the dead letters at once. */
export class RejectMessage extends Error {
  override readonly name = 'RejectMessage';
}
