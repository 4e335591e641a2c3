import { AppError, ERROR_STATUS } from '@strata/kernel/errors';
import type { ErrorBody } from './http-route.ts';

export interface Meta {
  readonly requestId: string;
  readonly tenantId?: string;
  /** Milliseconds from the arrival of the head of the request. */
  readonly durationMs: number;
}

/** The envelope of an answer that went well. */
export const success = (data: unknown, meta: Meta) => ({ ok: true, data, meta });

/** `data` stands beside the error only where an operation says so, as health does. */
export const failure = (error: ErrorBody, meta: Meta, data?: unknown) => ({
  ok: false,
  error,
  ...(data === undefined ? {} : { data }),
  meta,
});

/** What the caller is told of an error: AppErrors as they are, of everything else nothing. */
export function errorBody(error: unknown): ErrorBody {
  if (!(error instanceof AppError)) {
    return { code: 'internal_error', message: 'Something went wrong on our side; the request id finds it in our logs' };
  }
  const { code, message, details } = error;
  return { code, message, ...(details === undefined ? {} : { details }) };
}

/** @param validationStatus the status of `validation_error` at the operation in question */
export function errorStatus(error: unknown, validationStatus: number): number {
  if (!(error instanceof AppError)) return ERROR_STATUS.internal_error;
  return error.code === 'validation_error' ? validationStatus : error.status;
}
