import type { z } from 'zod';

/** The services that answer operations and messages. */
export type ServiceName = 'gateway' | 'ingest' | 'learn-compiler' | 'synthesis' | 'enterprise-org' | 'vault';

/** A question with one answer. `deadlineMs` bounds how long the caller waits. */
export interface CallContract<Request extends z.ZodType, Response extends z.ZodType> {
  readonly kind: 'call';
  readonly service: ServiceName;
  readonly name: string;
  readonly request: Request;
  readonly response: Response;
  readonly deadlineMs: number;
}

/** Work that must be done once the sender has been told yes: durable, retried, at last dead-lettered. */
export interface CommandContract<Payload extends z.ZodType> {
  readonly kind: 'command';
  readonly service: ServiceName;
  readonly name: string;
  readonly payload: Payload;
  /** Deliveries before a message that keeps failing for its own sake goes to the dead letters. */
  readonly maxAttempts: number;
}

/** News for whoever listens now: every subscribed process gets its own copy, none is kept for the absent. */
export interface AnnouncementContract<Payload extends z.ZodType> {
  readonly kind: 'announcement';
  readonly service: ServiceName;
  readonly name: string;
  readonly payload: Payload;
}

/** The parsed request of one call, such as `RequestOfCall<typeof readLineage>`. */
export type RequestOfCall<Call> = Call extends CallContract<infer Request, z.ZodType> ? z.output<Request> : never;

/** What the handler of one call returns, before the response schema fills in defaults. */
export type ResponseOfCall<Call> = Call extends CallContract<z.ZodType, infer Response> ? z.input<Response> : never;

const DEFAULT_DEADLINE_MS = 5_000;
const DEFAULT_ATTEMPTS = 5;

/** A call with the default deadline, 5 s, unless it says otherwise. */
export const defineCall = <Request extends z.ZodType, Response extends z.ZodType>(
  definition: Omit<CallContract<Request, Response>, 'kind' | 'deadlineMs'> & { deadlineMs?: number },
): CallContract<Request, Response> => ({ kind: 'call', deadlineMs: DEFAULT_DEADLINE_MS, ...definition });

/** A command with the default number of attempts, 5, unless it says otherwise. */
export const defineCommand = <Payload extends z.ZodType>(
  definition: Omit<CommandContract<Payload>, 'kind' | 'maxAttempts'> & { maxAttempts?: number },
): CommandContract<Payload> => ({ kind: 'command', maxAttempts: DEFAULT_ATTEMPTS, ...definition });

/** An announcement. */
export const defineAnnouncement = <Payload extends z.ZodType>(
  definition: Omit<AnnouncementContract<Payload>, 'kind'>,
): AnnouncementContract<Payload> => ({ kind: 'announcement', ...definition });
