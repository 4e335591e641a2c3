/** All error codes. They are stable; each has one HTTP status unless the operation states another. */
export const ERROR_STATUS = {
  validation_error: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  gone: 410,
  payload_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  internal_error: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** A rejected field, and the reason. `field` is a dotted path into the request, such as `events.3.payload`. */
export interface ErrorDetail {
  field: string;
  message: string;
}

/**
 * An error whose message the caller sees: it must contain no secret, no payload and no data of another tenant.
 * Any other error that is thrown becomes `internal_error` at the edge, without its message.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetail[] | undefined;
  /** Seconds after which a retry makes sense; becomes `Retry-After`. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: { details?: ErrorDetail[] | undefined; retryAfterSeconds?: number | undefined; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.details = options.details;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }
}

/** 400, or 422 on capture; `details` names each rejected field. */
export const validationError = (message: string, details: ErrorDetail[]): AppError =>
  new AppError('validation_error', message, { details });

/** 404: `what` does not exist, or this caller may not know that it does. */
export const notFound = (what: string): AppError => new AppError('not_found', `${what} does not exist`);

/** 409: the request contradicts the stored state. */
export const conflict = (message: string): AppError => new AppError('conflict', message);

/** 503: a dependency does not respond; the caller may retry. `what` names it without its address. */
export const unavailable = (what: string, cause?: unknown): AppError =>
  new AppError('unavailable', `${what} is unavailable, try again shortly`, { retryAfterSeconds: 1, cause });

/** 429. The message and `Retry-After` state `resetMs` as whole seconds, rounded up. */
export function rateLimited(what: string, resetMs: number): AppError {
  const retryAfterSeconds = Math.max(1, Math.ceil(resetMs / 1000));
  const seconds = `${String(retryAfterSeconds)} ${retryAfterSeconds === 1 ? 'second' : 'seconds'}`;
  return new AppError('rate_limited', `${what}, try again in ${seconds}`, { retryAfterSeconds });
}
