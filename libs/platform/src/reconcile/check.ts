import type { TenantScope } from '@strata/kernel/tenant-scope';

/** What a reconciliation looks at: one tenant, or all. */
export interface Selection {
  readonly tenantId: string | undefined;
}

/** One thing that is not as it should be. */
export interface Difference {
  /** Null for what belongs to no tenant. */
  readonly tenantId: string | null;
  readonly environment: string | null;
  /** Names the thing within its check, tenant and environment. */
  readonly id: string;
  /** How it differs. Holds no text of a client. */
  readonly message: string;
}

/** Compares two things that have to agree. Reads only; what it reads in one transaction is of one moment. */
export interface Check {
  /** Such as `event-counts`. */
  readonly name: string;
  /** What it compares, for the operator. */
  readonly compares: string;
  /** What the operator should do about what cannot be repaired. */
  readonly advice: string;
  /** Its differences, page by page. Some may be work in progress. */
  find(selection: Selection): AsyncIterable<Difference>;
  /** Those of the differences that are still there. */
  confirm(found: readonly Difference[]): Promise<readonly Difference[]>;
  /** Repairs what is safe to repair, or queues it for the services. Can be repeated. What is left can be confirmed again. */
  repair?(found: readonly Difference[]): Promise<void>;
}

/** What names a difference, or a thing that is compared, within its check. */
export const keyOfDifference = ({
  tenantId,
  environment,
  id,
}: Pick<Difference, 'tenantId' | 'environment' | 'id'>): string => JSON.stringify([tenantId, environment, id]);

/** Differences of tenant scopes, by their scope. */
export function byScope(found: readonly Difference[]): Map<TenantScope, Difference[]> {
  const scopes = new Map<string, { readonly scope: TenantScope; readonly found: Difference[] }>();
  for (const difference of found) {
    const scope = scopeOf(difference);
    const key = `${scope.tenantId}/${scope.environment}`;
    const known = scopes.get(key);
    if (known === undefined) scopes.set(key, { scope, found: [difference] });
    else known.found.push(difference);
  }
  return new Map([...scopes.values()].map(({ scope, found: own }) => [scope, own]));
}

/** Repairs the differences of one tenant scope, by their ids. */
export type RepairIn = (scope: TenantScope, ids: readonly string[]) => Promise<void>;

/** Repairs one tenant scope after the other. */
export const repairScopes =
  (repairIn: RepairIn) =>
  async (found: readonly Difference[]): Promise<void> => {
    for (const [scope, own] of byScope(found)) {
      const ids = own.map(({ id }) => id);
      await repairIn(scope, ids);
    }
  };

/** The tenant scope of a difference that belongs to a tenant. */
export const scopeOf = ({ tenantId, environment }: Difference): TenantScope => ({
  tenantId: tenantId ?? '',
  environment: environment === 'test' ? 'test' : 'live',
});
