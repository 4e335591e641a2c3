export const ENVIRONMENTS = ['live', 'test'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

/** What every port takes first: whose data, and which partition of it. Comes from the credential alone. */
export interface TenantScope {
  readonly tenantId: string;
  readonly environment: Environment;
}
