import type { Facts } from '@strata/contracts/schemas/policy-facts';
import type { TenantScope } from '@strata/kernel/tenant-scope';

export interface FactsStore {
  /** The tenant's policy facts and their version, as of one moment. `facts` is null if that is the known version. */
  read(
    scope: TenantScope,
    knownVersion: string | null,
  ): Promise<{ readonly version: string; readonly facts: Facts | null }>;
}
