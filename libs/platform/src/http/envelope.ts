import { AppError, ERROR_STATUS } from '@strata/kernel/errors';
import type { ErrorBody } from './http-route.ts';

export interface Meta {
  readonly requestId: string;
  readonly tenantId?: string;
  /** Milliseconds since the head of the request arrived. */
  readonly durationMs: number;
}

/** The envelope of a successful response. */
export const success = (data: unknown, meta: Meta) => ({ ok: true, data, meta });

/** The envelope of an error. Only operations that define it, such as health, have `data` beside the error. */
export const failure = (error: ErrorBody, meta: Meta, data?: unknown) => ({
  ok: false,
  error,
  ...(data === undefined ? {} : { data }),
  meta,
});

/** The `error` of the envelope. For any error but an AppError it contains no details. */
export function errorBody(error: unknown): ErrorBody {
  if (!(error instanceof AppError)) {
    return { code: 'internal_error', message: 'An internal error occurred; the request id finds it in the logs' };
  }
  const { code, message, details } = error;
  return { code, message, ...(details === undefined ? {} : { details }) };
}

/** `validationStatus` is the operation's status for `validation_error`. */
export function errorStatus(error: unknown, validationStatus: number): number {
  if (!(error instanceof AppError)) return ERROR_STATUS.internal_error;
  return error.code === 'validation_error' ? validationStatus : error.status;
}
