import type { AccessReport } from '@strata/contracts/calls/organizations';
import type { RequestContext } from '@strata/kernel/actor';
import type { TenantScope } from '@strata/kernel/tenant-scope';

/** Stores counts of syntheses. `day` is `YYYY-MM-DD` in UTC. Errors: `unavailable`. */
export interface UsageStore {
  /** Counts one synthesis and records its accesses; resolves once neither can be lost. */
  count(context: RequestContext, day: string, report: AccessReport | null): Promise<void>;
  read(scope: TenantScope, day: string): Promise<number>;
}
