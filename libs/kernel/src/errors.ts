/** The field's stable error codes; each has one HTTP status unless the operation states another. */
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

/** One field that was refused, and why. `field` is a dotted path into the request, such as `events.3.payload`. */
export interface ErrorDetail {
  field: string;
  message: string;
}

/**
 * An error whose message is meant for the caller: it holds no secret, no payload and nothing of another tenant.
 * Everything else that is thrown becomes `internal_error` at the edge, its message kept back.
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

/** The request is at fault; `details` names each field. 400, or 422 on capture. */
export const validationError = (message: string, details: ErrorDetail[]): AppError =>
  new AppError('validation_error', message, { details });

/** 404: `what` does not exist, or not for this caller. */
export const notFound = (what: string): AppError => new AppError('not_found', `${what} does not exist`);

/** 409: what is asked contradicts what is there. */
export const conflict = (message: string): AppError => new AppError('conflict', message);

/** A dependency does not answer; the caller may try again. `what` names it without its address. */
export const unavailable = (what: string, cause?: unknown): AppError =>
  new AppError('unavailable', `${what} is unavailable, try again shortly`, { retryAfterSeconds: 1, cause });

/** 429, with the whole seconds until `resetMs` is over in the message and in `Retry-After`. */
export function rateLimited(what: string, resetMs: number): AppError {
  const retryAfterSeconds = Math.max(1, Math.ceil(resetMs / 1000));
  const seconds = `${String(retryAfterSeconds)} ${retryAfterSeconds === 1 ? 'second' : 'seconds'}`;
  return new AppError('rate_limited', `${what}, try again in ${seconds}`, { retryAfterSeconds });
}
