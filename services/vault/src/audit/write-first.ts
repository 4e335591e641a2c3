import { AppError, unavailable } from '@strata/kernel/errors';

/**
 * Awaits a write to an audit log that must succeed before the caller gets a response. Errors: `unavailable`.
 * @param onFailure receives the cause, which the caller does not see
 */
export async function writeFirst<T>(writing: Promise<T>, onFailure: (error: unknown) => void): Promise<T> {
  try {
    return await writing;
  } catch (error) {
    if (error instanceof AppError) throw error;
    onFailure(error);
    throw unavailable('The audit log', error);
  }
}
