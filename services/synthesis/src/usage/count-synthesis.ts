import type { Clock } from '@strata/kernel/clock';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { UsageStore } from './usage-store.ts';

/**
 * Has a synthesis made and counts it on the day (UTC) on which it is answered. One that fails is not counted; one that
 * cannot be counted is not answered, so that the count is exact whenever it is read.
 * Errors: `unavailable`; those of `make`.
 */
export const createCountedSynthesis =
  (usage: UsageStore, clock: Clock) =>
  async <T>(scope: TenantScope, make: () => Promise<T>): Promise<T> => {
    const made = await make();
    await usage.count(scope, clock.now().toISOString().slice(0, 10));
    return made;
  };
