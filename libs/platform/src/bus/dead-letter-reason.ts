import { AppError, type ErrorCode } from '@strata/kernel/errors';
import { sqlState } from '../database/database-errors.ts';
import { RejectMessage } from './bus.ts';

/**
 * What the sender of a dead-lettered command may see of its error. The texts of the database may quote values, so that only
 * the SQLSTATE is shown.
 */
export function deadLetterReason(error: unknown): { readonly code: ErrorCode; readonly message: string } {
  const cause = error instanceof RejectMessage ? (error.cause ?? error) : error;
  if (cause instanceof AppError) return { code: cause.code, message: cause.message };
  const state = sqlState(cause);
  return {
    code: 'validation_error',
    message: `The data cannot be stored${state === undefined ? '' : ` (SQLSTATE ${state})`}; the log of the service has more`,
  };
}
