/** Where something lies. */
export interface Place {
  readonly namespaceId: string | null;
  readonly agentId: string | null;
}

/** Which organizations a tenant has, and which of them has a say over a place. */
export interface Governance {
  readonly organizationIds: readonly string[];
  /** Null: all of the tenant's have. */
  organizationOf(place: Place): string | null;
}
