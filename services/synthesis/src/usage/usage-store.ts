import type { AccessReport } from '@strata/contracts/calls/organizations';
import type { RequestContext } from '@strata/kernel/actor';
import type { TenantScope } from '@strata/kernel/tenant-scope';

/** A pack as it is kept for feedback. */
export interface ReturnedPack {
  readonly packId: string;
  /** The ids of the entries that it shows, best first. */
  readonly shown: readonly string[];
}

/** Stores counts of syntheses, and the packs. `day` is `YYYY-MM-DD` in UTC. Errors: `unavailable`. */
export interface UsageStore {
  /** Counts one synthesis, keeps its pack and records its accesses; resolves once none of these can be lost. */
  count(context: RequestContext, day: string, pack: ReturnedPack, report: AccessReport | null): Promise<void>;
  read(scope: TenantScope, day: string): Promise<number>;
}
