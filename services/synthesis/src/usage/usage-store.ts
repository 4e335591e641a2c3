import type { RequestContext } from '@strata/kernel/actor';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { AccessRecord } from './access-record.ts';

/** Where syntheses are counted. `day` is `YYYY-MM-DD` in UTC. Errors: `unavailable`. */
export interface UsageStore {
  /** Counts one synthesis and has its accesses recorded; resolves when neither can be lost. */
  count(context: RequestContext, day: string, record: AccessRecord | null): Promise<void>;
  read(scope: TenantScope, day: string): Promise<number>;
}
