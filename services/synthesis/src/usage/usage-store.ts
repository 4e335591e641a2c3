import type { TenantScope } from '@strata/kernel/tenant-scope';

/** Where syntheses are counted. `day` is `YYYY-MM-DD` in UTC. Errors: `unavailable`. */
export interface UsageStore {
  /** Counts one synthesis; resolves when the count can no longer be lost. */
  count(scope: TenantScope, day: string): Promise<void>;
  read(scope: TenantScope, day: string): Promise<number>;
}
