import { AppError, ERROR_STATUS, type ErrorCode } from '@strata/kernel/errors';
import { z } from 'zod';

const ERROR_CODES = Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]];

const wireErrorSchema = z.object({
  code: z.enum(ERROR_CODES),
  message: z.string(),
  details: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
  retryAfterSeconds: z.number().optional(),
});

const internalError = (): AppError => new AppError('internal_error', 'An internal error occurred');

/** Encodes an AppError with code, message, details and retry delay; any other error as a plain `internal_error`. */
export function encodeError(error: unknown): string {
  const { code, message, details, retryAfterSeconds } = error instanceof AppError ? error : internalError();
  return JSON.stringify({ code, message, details, retryAfterSeconds } satisfies z.input<typeof wireErrorSchema>);
}

/** The AppError that was encoded; `internal_error` if the text cannot be decoded. */
export function decodeError(text: string): AppError {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return internalError();
  }
  const parsed = wireErrorSchema.safeParse(value);
  if (!parsed.success) return internalError();
  const { code, message, details, retryAfterSeconds } = parsed.data;
  return new AppError(code, message, { details, retryAfterSeconds });
}
