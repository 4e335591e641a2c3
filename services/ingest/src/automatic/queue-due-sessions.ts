import { systemContext } from '@strata/kernel/actor';
import { newLearnJobId } from '@strata/kernel/capture-ids';
import type { Clock } from '@strata/kernel/clock';
import { newId } from '@strata/kernel/ids';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { OpenSessions } from './open-sessions.ts';

export interface QueueDueSessionsParts {
  readonly sessions: Pick<OpenSessions, 'dueScopes' | 'queueLearning'>;
  readonly clock: Clock;
  /** Called for each tenant scope that was looked at. */
  readonly observe: (outcome: 'queued' | 'failed') => void;
  /** On abort, the round stops after the current tenant scope. */
  readonly signal: AbortSignal;
}

/** Pages of tenant scopes in one round; the others follow in the next round. */
const MAX_PAGES = 50;

/**
 * Queues one learn job for each tenant scope with due sessions. Any number of processes may do so at once: a session is
 * marked with the job, and only once. A tenant scope that fails does not hold up the others; it is tried in the next round.
 * Throws the first failure. Errors: `unavailable`.
 */
export async function queueDueSessions({ sessions, clock, observe, signal }: QueueDueSessionsParts): Promise<void> {
  const failures: unknown[] = [];
  for (let page = 0; page < MAX_PAGES && failures.length === 0; page += 1) {
    let queued = 0;
    for (const scope of await sessions.dueScopes()) {
      if (signal.aborted) return;
      try {
        const count = await sessions.queueLearning(newJob(scope, clock), systemContext(scope, newId('req')));
        if (count > 0) observe('queued');
        queued += count;
      } catch (error) {
        observe('failed');
        failures.push(error);
      }
    }
    if (queued === 0) break;
  }
  if (failures.length > 0) throw failures[0];
}

const newJob = (scope: TenantScope, clock: Clock) => ({
  jobId: newLearnJobId(scope),
  request: {},
  requestedAt: clock.now().toISOString(),
});
