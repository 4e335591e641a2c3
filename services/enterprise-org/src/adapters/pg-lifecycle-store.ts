import type { LifecycleFacts } from '@strata/contracts/schemas/lifecycle-facts';
import type { Database } from '@strata/platform/database/database';
import type { LifecycleStore, StoredLifecyclePolicy } from '../lifecycle/lifecycle-store.ts';
import { createTableStore, type OrganizationTable } from './organization-table.ts';
import type { ChangeOrganization } from './pg-organization-change.ts';

const LIFECYCLE_POLICIES: OrganizationTable<StoredLifecyclePolicy> = {
  name: 'lifecycle_policies',
  columns: {
    id: 'id',
    name: 'name',
    scope: 'scope',
    retentionDays: 'retention_days',
    archiveAfterDays: 'archive_after_days',
    deleteAfterDays: 'delete_after_days',
    createdAt: 'created_at',
    updatedAt: 'updated_at',
  },
};

/** One statement, so that all facts are of one moment. */
const FACTS = `
  select id, of_tenant as "isOfTenant",
    array(select n.id from namespaces n where n.tenant_id = $1 and n.organization_id = o.id order by n.seq) as "namespaceIds",
    array(select a.id from agents a where a.tenant_id = $1 and a.organization_id = o.id order by a.seq) as "agentIds",
    (select coalesce(json_agg(json_build_object(
        'id', p.id, 'scope', p.scope, 'retentionDays', p.retention_days, 'archiveAfterDays', p.archive_after_days,
        'deleteAfterDays', p.delete_after_days) order by p.seq), '[]')
     from lifecycle_policies p where p.tenant_id = $1 and p.organization_id = o.id) as policies
  from organizations o where o.tenant_id = $1 order by o.seq`;

/** Has the tenant in $1 swept within the seconds in $2. */
export const SWEEP_SOON = `
  insert into lifecycle_sweeps as sweep (tenant_id, due_at) values ($1, now() + make_interval(secs => $2))
  on conflict (tenant_id) do update set due_at = least(sweep.due_at, excluded.due_at)`;

/** Lifecycle policies in PostgreSQL. A tenant whose policies changed is swept within `sweepSeconds`. */
export function createPgLifecycleStore(
  database: Database,
  change: ChangeOrganization,
  sweepSeconds: number,
): LifecycleStore {
  const policies = createTableStore(
    {
      database,
      change: (context, organizationId, work) =>
        change(context, organizationId, async (tx, record) => {
          const result = await work(tx, record);
          await tx.execute(SWEEP_SOON, [context.scope.tenantId, sweepSeconds]);
          return result;
        }),
    },
    LIFECYCLE_POLICIES,
    (rows) => rows,
  );
  return {
    ...policies,
    facts: (scope) =>
      database.inTenant(scope, async (tx) => ({
        organizations: await tx.query<LifecycleFacts['organizations'][number]>(FACTS, [scope.tenantId]),
      })),
  };
}
