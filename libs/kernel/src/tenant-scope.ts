export const ENVIRONMENTS = ['live', 'test'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

/** A tenant and one of its environments: the first argument of every port. It comes from the credential only. */
export interface TenantScope {
  readonly tenantId: string;
  readonly environment: Environment;
}
