import { conflict } from '@strata/kernel/errors';
import { sqlState } from './database-errors.ts';

const UNIQUE_VIOLATION = '23505';

/** Runs a statement. Errors: `conflict` with the message on a unique violation, which also aborts the transaction. */
export async function rejectDuplicate<T>(message: string, statement: Promise<T>): Promise<T> {
  try {
    return await statement;
  } catch (error) {
    if (sqlState(error) === UNIQUE_VIOLATION) throw conflict(message);
    throw error;
  }
}

/** Equal for names that differ only in case or Unicode form, whatever the database's locale. */
export const nameKey = (name: string): string => name.normalize('NFC').toLowerCase();
