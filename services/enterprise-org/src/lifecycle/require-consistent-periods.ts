import type { LifecyclePolicy } from '@strata/contracts/schemas/lifecycle';
import { validationError } from '@strata/kernel/errors';

type Periods = Pick<LifecyclePolicy, 'retentionDays' | 'archiveAfterDays' | 'deleteAfterDays'>;

/**
 * Data is neither archived nor deleted before its retention ends, and not archived after it is deleted.
 * Errors: `validation_error` naming the period that violates this.
 */
export function requireConsistentPeriods({ retentionDays, archiveAfterDays, deleteAfterDays }: Periods): void {
  const reject = (field: keyof Periods, message: string): never => {
    throw validationError(`${field} ${message}`, [{ field, message }]);
  };
  const kept = retentionDays ?? 0;
  if (deleteAfterDays !== null && deleteAfterDays < kept) reject('deleteAfterDays', 'must not be below retentionDays');
  if (archiveAfterDays !== null && archiveAfterDays < kept)
    reject('archiveAfterDays', 'must not be below retentionDays');
  if (archiveAfterDays !== null && deleteAfterDays !== null && archiveAfterDays > deleteAfterDays)
    reject('archiveAfterDays', 'must not be above deleteAfterDays');
}
