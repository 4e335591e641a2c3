import { AppError } from '@strata/kernel/errors';

/** `rate_limited`, with the whole seconds until `resetMs` is over in the message and in `Retry-After`. */
export function rateLimited(what: string, resetMs: number): AppError {
  const seconds = Math.max(1, Math.ceil(resetMs / 1000));
  return new AppError(
    'rate_limited',
    `${what}, try again in ${String(seconds)} ${seconds === 1 ? 'second' : 'seconds'}`,
    {
      retryAfterSeconds: seconds,
    },
  );
}
