import type { Place } from '@strata/policy/place';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Transaction } from '@strata/platform/database/database';
import type { Governance } from '../audit/governance.ts';

type Owner = readonly [id: string, organizationId: string];

const OWNERS = (table: 'namespaces' | 'agents'): string =>
  `select id, organization_id as "organizationId" from ${table} where tenant_id = $1 and id = any($2)`;

/** The organizations that govern these places now, by the same rules as the policy engine. Reads only these places. */
export async function readGovernance(
  tx: Transaction,
  { tenantId }: TenantScope,
  places: readonly Place[],
): Promise<Governance> {
  const ownersOf = async (table: 'namespaces' | 'agents', ids: readonly (string | null)[]): Promise<Owner[]> => {
    const named = [...new Set(ids.filter((id) => id !== null))];
    if (named.length === 0) return [];
    const rows = await tx.query<{ id: string; organizationId: string }>(OWNERS(table), [tenantId, named]);
    return rows.map(({ id, organizationId }) => [id, organizationId]);
  };
  const organizations = await tx.query<{ id: string; isOfTenant: boolean }>(
    'select id, of_tenant as "isOfTenant" from organizations where tenant_id = $1',
    [tenantId],
  );
  const inNone = places.filter(({ namespaceId }) => namespaceId === null);
  const byNamespace = new Map(
    await ownersOf(
      'namespaces',
      places.map(({ namespaceId }) => namespaceId),
    ),
  );
  const byAgent = new Map(
    await ownersOf(
      'agents',
      inNone.map(({ agentId }) => agentId),
    ),
  );
  return {
    organizationIds: organizations.map(({ id }) => id),
    tenantWideIds: organizations.flatMap(({ id, isOfTenant }) => (isOfTenant ? [id] : [])),
    organizationOf: ({ namespaceId, agentId }) =>
      (namespaceId === null ? byAgent.get(agentId ?? '') : byNamespace.get(namespaceId)) ?? null,
  };
}
