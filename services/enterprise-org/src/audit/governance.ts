import type { Place } from '@strata/policy/place';

/** Which organizations a tenant has, and which of them has a say over a place. */
export interface Governance {
  readonly organizationIds: readonly string[];
  /** Those that have a say over what belongs to no organization, and are told of it. */
  readonly ofTenant: readonly string[];
  /** Null: all `ofTenant` have. */
  organizationOf(place: Place): string | null;
}
