import type { RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import { accessReport, type ReturnedMemory } from '@strata/policy/access-report';
import type { UsageStore } from './usage-store.ts';

interface Parts {
  readonly usage: UsageStore;
  readonly clock: Clock;
}

/**
 * Counts one synthesis on the current day (UTC), and records which memories the caller gets, unless the caller is the
 * service itself. Errors: `unavailable`.
 */
export async function countSynthesis(
  { usage, clock }: Parts,
  context: RequestContext,
  memories: readonly ReturnedMemory[],
): Promise<void> {
  const now = clock.now();
  const report = accessReport(context.actor, 'synthesize', memories, now);
  await usage.count(context, now.toISOString().slice(0, 10), report);
}
