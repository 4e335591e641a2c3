import { conflict } from '@strata/kernel/errors';
import { sqlState } from './database-errors.ts';

const UNIQUE_VIOLATION = '23505';

/** @throws AppError `conflict` with the message when the statement would store something twice; its transaction is lost. */
export async function rejectDuplicate<T>(message: string, statement: Promise<T>): Promise<T> {
  try {
    return await statement;
  } catch (error) {
    if (sqlState(error) === UNIQUE_VIOLATION) throw conflict(message);
    throw error;
  }
}

/** What two names have in common that are one without regard to case, in whatever locale the database is. */
export const nameKey = (name: string): string => name.normalize('NFC').toLowerCase();
