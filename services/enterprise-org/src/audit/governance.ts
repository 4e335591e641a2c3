import type { Place } from '@strata/policy/place';

/** The organizations of a tenant, and which of them governs a place. */
export interface Governance {
  readonly organizationIds: readonly string[];
  /** The tenant-wide organizations, which govern data that belongs to no organization. */
  readonly tenantWideIds: readonly string[];
  /** Null when every tenant-wide organization governs the place. */
  organizationOf(place: Place): string | null;
}
