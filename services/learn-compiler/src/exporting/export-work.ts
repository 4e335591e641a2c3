import { EXPORT_HOURS } from '@strata/contracts/operations/exports';
import type { Clock } from '@strata/kernel/clock';
import { describeSubject } from '@strata/kernel/erased-subject';
import type { JobWork } from '../jobs/run-jobs.ts';

const HOUR_MS = 3_600_000;

/** Until when an export can be downloaded that was ready at a time. */
export const expiryOf = (readyAt: Date): Date => new Date(readyAt.getTime() + EXPORT_HOURS * HOUR_MS);

/**
 * The work of the job runner: an export whose turn has come is ready, since everything that was captured before it is stored.
 * Its data is read when it is downloaded, so that no second copy has to be erased.
 */
export const exportWork =
  (clock: Clock): JobWork =>
  ({ request: { userId } }) => {
    // An erasure took the end user out of the request: there is nothing to download, and trying again would not help.
    if (userId === undefined) return Promise.resolve({ processed: 0, result: { subject: null, expiresAt: null } });
    const result = { subject: describeSubject({ userId }), expiresAt: expiryOf(clock.now()).toISOString() };
    return Promise.resolve({ processed: 0, result });
  };
