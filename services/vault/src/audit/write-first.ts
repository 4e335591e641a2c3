import { AppError, unavailable } from '@strata/kernel/errors';

/**
 * Waits for what must be in a log before anything is answered. Errors: `unavailable` when it cannot be written.
 * @param onFailure takes what the caller is not told
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
