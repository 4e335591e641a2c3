import { accessReport, type ReturnedMemory } from '@strata/policy/access-report';
import type { Clock } from '@strata/kernel/clock';
import type { RequestContext } from '@strata/kernel/actor';
import type { UsageStore } from './usage-store.ts';

/**
 * Has a synthesis made and counts it on the day (UTC) on which it is answered, with a record of the memories that the
 * caller is given. One that fails is not counted; one that cannot be
 * counted is not answered, so that count and record are exact whenever they are read.
 * Errors: `unavailable`; those of `make`.
 */
export const createCountedSynthesis =
  (usage: UsageStore, clock: Clock) =>
  async <T extends { readonly memories: readonly ReturnedMemory[] }>(
    context: RequestContext,
    make: () => Promise<T>,
  ): Promise<T> => {
    const made = await make();
    const now = clock.now();
    const report = accessReport(context.actor, 'synthesize', made.memories, now);
    await usage.count(context, now.toISOString().slice(0, 10), report);
    return made;
  };
