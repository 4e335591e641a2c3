import { validationError } from '@strata/kernel/errors';
import type { Periods } from './lifecycle-store.ts';

/**
 * Nothing happens before retention ends, and nothing is archived after it was deleted.
 * @throws AppError `validation_error` naming the period at fault.
 */
export function requireOrder({ retentionDays, archiveAfterDays, deleteAfterDays }: Periods): void {
  const refuse = (field: keyof Periods, message: string): never => {
    throw validationError(`${field} ${message}`, [{ field, message }]);
  };
  const kept = retentionDays ?? 0;
  if (deleteAfterDays !== null && deleteAfterDays < kept) refuse('deleteAfterDays', 'must not be below retentionDays');
  if (archiveAfterDays !== null && archiveAfterDays < kept)
    refuse('archiveAfterDays', 'must not be below retentionDays');
  if (archiveAfterDays !== null && deleteAfterDays !== null && archiveAfterDays > deleteAfterDays)
    refuse('archiveAfterDays', 'must not be above deleteAfterDays');
}
