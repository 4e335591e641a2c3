import type { LifecyclePolicy } from '@strata/contracts/schemas/lifecycle';
import type { LifecycleFacts } from '@strata/contracts/schemas/lifecycle-facts';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { LockedThings, OrganizationDataStore, Stored } from '../organization-data/store.ts';

/** Periods are whole days; null means never, or no minimum retention. */
export type StoredLifecyclePolicy = Stored<LifecyclePolicy>;

/** Lifecycle policies; a change of one makes its tenant due for a sweep soon. */
export interface LifecycleStore extends OrganizationDataStore<
  StoredLifecyclePolicy,
  LockedThings<StoredLifecyclePolicy>
> {
  /** What the lifecycle of all data of the tenant depends on, as of one moment. */
  facts(scope: TenantScope): Promise<LifecycleFacts>;
}
