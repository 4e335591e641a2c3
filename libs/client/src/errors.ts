/** The error codes of the API, and those of the way to it. */
export type StrataErrorCode =
  | 'validation_error'
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'gone'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'rate_limited'
  | 'internal_error'
  | 'unavailable'
  /** The service could not be reached, or the connection broke. */
  | 'connection_failed'
  /** There was no response in time. */
  | 'timed_out'
  /** The caller's signal ended the request. */
  | 'aborted'
  /** The response is none of Strata's, for example a proxy's page. */
  | 'unexpected_response'
  /** What arrived is not what was sent: its checksum is another one. */
  | 'checksum_mismatch'
  /** The buffer has no room for another event. */
  | 'buffer_full'
  /** Events could not be delivered in time. */
  | 'undelivered';

/** A rejected field, as a dotted path into the request, and the reason. */
export interface StrataErrorDetail {
  readonly field: string;
  readonly message: string;
}

interface Facts {
  readonly status?: number | undefined;
  readonly details?: readonly StrataErrorDetail[] | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
  readonly cause?: unknown;
}

/** Every error that the SDK throws. Decide by `code`; `message` is for people. It holds no API key and nothing that was sent. */
export class StrataError extends Error {
  readonly code: StrataErrorCode;
  /** The HTTP status; undefined if there was no response. */
  readonly status: number | undefined;
  readonly details: readonly StrataErrorDetail[];
  /** Identifies the request in the service's logs. */
  readonly requestId: string | undefined;
  /** When the service says that a retry makes sense. */
  readonly retryAfterSeconds: number | undefined;

  constructor(code: StrataErrorCode, message: string, facts: Facts = {}) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.name = 'StrataError';
    this.code = code;
    this.status = facts.status;
    this.details = facts.details ?? [];
    this.requestId = facts.requestId;
    this.retryAfterSeconds = facts.retryAfterSeconds;
  }
}

/** Errors after which the same request may succeed later. */
const TRANSIENT: ReadonlySet<StrataErrorCode> = new Set([
  'rate_limited',
  'unavailable',
  'connection_failed',
  'timed_out',
]);
const FIRST_PROXY_STATUS = 502;
const LAST_PROXY_STATUS = 504;

/** Whether the same request may succeed later: the service is busy or away, or a proxy in front of it says so. */
export function isTransient(error: unknown): error is StrataError {
  if (!(error instanceof StrataError)) return false;
  const { code, status = 0 } = error;
  return (
    TRANSIENT.has(code) ||
    (code === 'unexpected_response' && status >= FIRST_PROXY_STATUS && status <= LAST_PROXY_STATUS)
  );
}

/** Whether the request was turned away before anything was done with it, so that any operation can be sent again. */
export const isUntouched = (error: StrataError): boolean => error.code === 'rate_limited';
