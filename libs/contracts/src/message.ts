import { z } from 'zod';
import { requestContextSchema } from './context.ts';

/** The services that serve operations and messages. */
export type ServiceName = 'gateway' | 'ingest' | 'learn-compiler' | 'synthesis' | 'enterprise-org' | 'vault';

/** A call: a request with one response. The caller waits at most `deadlineMs`. */
export interface CallContract<Request extends z.ZodType, Response extends z.ZodType> {
  readonly kind: 'call';
  readonly service: ServiceName;
  readonly name: string;
  readonly request: Request;
  readonly response: Response;
  readonly deadlineMs: number;
}

/** A command: work that is done once `send` resolves. Durable, and retried until it is done. */
export interface CommandContract<Payload extends z.ZodType> {
  readonly kind: 'command';
  readonly service: ServiceName;
  readonly name: string;
  readonly payload: Payload;
  /** Deliveries before a message that fails by its own data becomes a dead letter. Other failures do not count. */
  readonly maxAttempts: number;
}

/** What a bundle holds: commands of one kind, each with the context in which it was sent. */
const bundleSchema = <Payload extends z.ZodType>(payload: Payload) =>
  z.object({ commands: z.array(z.object({ payload, context: requestContextSchema })) });

/** A command that carries several commands of one kind, in one message. Its own context is that of the first. */
export interface BundleContract<Payload extends z.ZodType> extends CommandContract<
  ReturnType<typeof bundleSchema<Payload>>
> {
  /** The name of the commands in it. */
  readonly of: string;
}

/** An announcement: each process subscribed at the moment gets a copy; none is stored. */
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

/** Defines a call. The default deadline is 5 s. */
export const defineCall = <Request extends z.ZodType, Response extends z.ZodType>(
  definition: Omit<CallContract<Request, Response>, 'kind' | 'deadlineMs'> & { deadlineMs?: number },
): CallContract<Request, Response> => ({ kind: 'call', deadlineMs: DEFAULT_DEADLINE_MS, ...definition });

/** Defines a command. The default is 5 attempts. */
export const defineCommand = <Payload extends z.ZodType>(
  definition: Omit<CommandContract<Payload>, 'kind' | 'maxAttempts'> & { maxAttempts?: number },
): CommandContract<Payload> => ({ kind: 'command', maxAttempts: DEFAULT_ATTEMPTS, ...definition });

/** Defines a bundle of commands of the same service. */
export const defineBundle = <Payload extends z.ZodType>(
  { name: of, service, payload, maxAttempts }: CommandContract<Payload>,
  name: string,
): BundleContract<Payload> => ({ kind: 'command', service, name, payload: bundleSchema(payload), maxAttempts, of });

/** Defines an announcement. */
export const defineAnnouncement = <Payload extends z.ZodType>(
  definition: Omit<AnnouncementContract<Payload>, 'kind'>,
): AnnouncementContract<Payload> => ({ kind: 'announcement', ...definition });
