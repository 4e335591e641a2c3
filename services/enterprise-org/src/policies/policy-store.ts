import type { Policy } from '@strata/contracts/schemas/policy';
import type { LockedThings, OrganizationDataStore, Stored } from '../organization-data/store.ts';

export type StoredPolicy = Stored<Policy>;

export interface LockedPolicies extends LockedThings<StoredPolicy> {
  /** Policies with a condition on `resource.tags`. */
  countOnTags(): Promise<number>;
}

/** Policies; their names need not be unique. */
export type PolicyStore = OrganizationDataStore<StoredPolicy, LockedPolicies>;
