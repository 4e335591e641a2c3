import type { RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import { accessReport, type ReturnedMemory } from '@strata/policy/access-report';
import type { ReturnedPack, UsageStore } from './usage-store.ts';

interface Parts {
  readonly usage: UsageStore;
  readonly clock: Clock;
}

/** Entries beyond so many get no feedback: only the largest budgets reach them. */
const MOST_SHOWN = 1_000;

/**
 * Counts one synthesis on the current day (UTC), keeps its pack for feedback, and records which memories the caller gets, unless the caller is the
 * service itself. Errors: `unavailable`.
 */
export async function countSynthesis(
  { usage, clock }: Parts,
  context: RequestContext,
  { packId, shown }: ReturnedPack,
  memories: readonly ReturnedMemory[],
): Promise<void> {
  const now = clock.now();
  const report = accessReport(context.actor, 'synthesize', memories, now);
  const pack = { packId, shown: shown.slice(0, MOST_SHOWN) };
  await usage.count(context, now.toISOString().slice(0, 10), pack, report);
}
