import type { AnnouncementContract, CallContract, CommandContract } from '@strata/contracts/message';
import type { RequestContext } from '@strata/kernel/actor';
import type { z } from 'zod';

/** One command as its consumer gets it, parsed against its contract. */
export interface Delivery<Payload> {
  readonly payload: Payload;
  readonly context: RequestContext;
  /** 1 on the first delivery; only failures by the message's own data count. */
  readonly attempt: number;
}

export interface ConsumeOptions {
  /** Maximum deliveries in one batch (default 1). */
  readonly batchSize?: number;
  /** Maximum milliseconds to wait for a batch to fill (default 0: handle what has arrived). */
  readonly lingerMs?: number;
  /** Maximum batches in progress at once (default 1). */
  readonly concurrency?: number;
}

/** How a command is consumed. */
export interface ConsumerOptions<Payload> extends ConsumeOptions {
  /**
   * Called before a parsed message is dead-lettered, to record that its work will not be done. Must be idempotent. After any
   * error but one of its own data, the message is retried instead.
   */
  readonly onDeadLetter?: ((delivery: Delivery<Payload>, error: unknown) => Promise<void>) | undefined;
  /** How much work a message holds, such as its number of events (default 1). */
  readonly unitsOf?: (payload: Payload) => number;
}

/** The messages of a command's queue that no process holds: `waiting` for an attempt, and `failed`, its dead letters. */
export interface QueueFigures {
  readonly waiting: number;
  readonly failed: number;
}

/** The messages that this process has taken from a command's queue. They are not counted in `QueueFigures`. */
export interface ConsumerFigures {
  /** Taken, and not yet started. */
  readonly waiting: number;
  /** In handlers. */
  readonly active: number;
  /** The same in units of work (`ConsumerOptions.unitsOf`), and the mean of the messages taken last. */
  readonly units: { readonly waiting: number; readonly active: number; readonly perMessage: number };
  /** Seconds since the oldest of them was sent; 0 without any. Queues are served in order, so no ready message is older. */
  readonly oldestSeconds: number;
}

/**
 * The messages between services: calls (`call`, `serve`), commands (`send`, `consume`) and announcements (`announce`,
 * `subscribe`). Every message is validated against its contract on arrival.
 */
export interface Bus {
  /**
   * Sends a request and waits for the response. A call is served at most once: if its server is lost, it fails and is not
   * passed to another. Errors: those of the server; `unavailable` past the deadline, without a server, or while disconnected.
   */
  call<Request extends z.ZodType, Response extends z.ZodType>(
    contract: CallContract<Request, Response>,
    request: z.input<Request>,
    context: RequestContext,
    options?: { readonly deadlineMs?: number },
  ): Promise<z.output<Response>>;

  /**
   * Serves at most `prefetch` calls at once (default 64). Resolves when calls arrive, or after a short wait if the broker is
   * down: then they arrive once it is back. `consume` and `subscribe` do the same.
   */
  serve<Request extends z.ZodType, Response extends z.ZodType>(
    contract: CallContract<Request, Response>,
    handler: (request: z.output<Request>, context: RequestContext) => Promise<z.input<Response>>,
    options?: { readonly prefetch?: number },
  ): Promise<void>;

  /**
   * Resolves after the command is durably stored: with a quorum queue's confirm or, in process, the consumer's commit. The
   * command may be delivered more than once, even if `send` failed.
   * Errors: `unavailable` if it may not be stored; `validation_error` if the payload breaks its contract.
   */
  send<Payload extends z.ZodType>(
    contract: CommandContract<Payload>,
    payload: z.input<Payload>,
    context: RequestContext,
  ): Promise<void>;

  /**
   * Handlers must be idempotent and quick: in process a sender waits for them, and a broker redelivers after half an hour.
   * For long work the handler only stores a job.
   *
   * When the handler returns, the whole batch is acknowledged. If it throws `RejectMessage`, the message is dead-lettered.
   * After an error of the message's own data (AppError `validation_error` or `payload_too_large`, SQLSTATE classes 22 and
   * 23) it is retried up to `maxAttempts` times; after any other error without limit.
   * A batch that fails is retried message by message, so that one bad message does not affect the others.
   */
  consume<Payload extends z.ZodType>(
    contract: CommandContract<Payload>,
    handler: (deliveries: readonly Delivery<z.output<Payload>>[]) => Promise<void>,
    options?: ConsumerOptions<z.output<Payload>>,
  ): Promise<void>;

  announce<Payload extends z.ZodType>(
    contract: AnnouncementContract<Payload>,
    payload: z.input<Payload>,
    context: RequestContext,
  ): Promise<void>;

  /** Announcements are handled in order, one at a time. If the handler fails, the announcement is logged and dropped. */
  subscribe<Payload extends z.ZodType>(
    contract: AnnouncementContract<Payload>,
    handler: (payload: z.output<Payload>, context: RequestContext) => Promise<void>,
  ): Promise<void>;

  /** Errors: `unavailable` while the broker is down. */
  queueFigures(contract: CommandContract<z.ZodType>): Promise<QueueFigures>;

  consumerFigures(contract: CommandContract<z.ZodType>): ConsumerFigures;

  /** Whether this process is connected, as far as it knows. */
  isConnected(): boolean;

  /**
   * Checks that the broker responds; a broker that hangs stays connected. Errors: `unavailable` without a response within
   * `withinMs`.
   */
  ping(withinMs: number): Promise<void>;

  /** Stops receiving, waits for work in progress (at most `graceMs`, default 10,000), then disconnects. */
  close(graceMs?: number): Promise<void>;
}

/** Thrown by a consumer for a message that no retry can help: it is dead-lettered at once. */
export class RejectMessage extends Error {
  override readonly name = 'RejectMessage';
}
