import type { TenantScope } from '@strata/kernel/tenant-scope';

/** Where counts of syntheses are kept. `day` is `YYYY-MM-DD` in UTC. */
export interface UsageStore {
  add(scope: TenantScope, day: string, syntheses: number): Promise<void>;
  read(scope: TenantScope, day: string): Promise<number>;
}
