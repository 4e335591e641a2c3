import type { LifecycleFacts } from '@strata/contracts/schemas/lifecycle-facts';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Database, Transaction } from '@strata/platform/database/database';
import { readPage } from '@strata/platform/database/read-page';
import type { LifecyclePolicies, LifecycleStore, StoredLifecyclePolicy } from '../lifecycle/lifecycle-store.ts';
import type { ChangeOrganization } from './pg-organization-change.ts';

const THEIRS = 'tenant_id = $1 and organization_id = $2';
const COLUMNS = `id, organization_id as "organizationId", name, scope, retention_days as "retentionDays",
  archive_after_days as "archiveAfterDays", delete_after_days as "deleteAfterDays", created_at as "createdAt",
  updated_at as "updatedAt"`;

/** One statement, so that everything in it is of one moment. */
const FACTS = `
  select id, of_tenant as "isOfTenant",
    array(select n.id from namespaces n where n.tenant_id = $1 and n.organization_id = o.id order by n.seq) as "namespaceIds",
    array(select a.id from agents a where a.tenant_id = $1 and a.organization_id = o.id order by a.seq) as "agentIds",
    (select coalesce(json_agg(json_build_object(
        'id', p.id, 'scope', p.scope, 'retentionDays', p.retention_days, 'archiveAfterDays', p.archive_after_days,
        'deleteAfterDays', p.delete_after_days) order by p.seq), '[]')
     from lifecycle_policies p where p.tenant_id = $1 and p.organization_id = o.id) as policies
  from organizations o where o.tenant_id = $1 order by o.seq`;

const SWEEP_SOON = `
  insert into lifecycle_sweeps as sweep (tenant_id, due_at) values ($1, now() + make_interval(secs => $2))
  on conflict (tenant_id) do update set due_at = least(sweep.due_at, excluded.due_at)`;

/** Lifecycle policies in PostgreSQL. A tenant whose policies changed is swept within `sweepSeconds`. */
export const createPgLifecycleStore = (
  database: Database,
  change: ChangeOrganization,
  sweepSeconds: number,
): LifecycleStore => ({
  list: (scope, organizationId, page) =>
    database.inTenant(scope, (tx) => {
      const values = [scope.tenantId, organizationId];
      const from = `from lifecycle_policies where ${THEIRS}`;
      return readPage(tx, { columns: COLUMNS, from, values, seq: 'seq' }, page);
    }),

  change: (context, organizationId, work) =>
    change(context, organizationId, async (tx, note) => {
      const result = await work(policiesIn(tx, context.scope, organizationId), note);
      await tx.execute(SWEEP_SOON, [context.scope.tenantId, sweepSeconds]);
      return result;
    }),

  facts: (scope) =>
    database.inTenant(scope, async (tx) => ({
      organizations: await tx.query<LifecycleFacts['organizations'][number]>(FACTS, [scope.tenantId]),
    })),
});

function policiesIn(tx: Transaction, { tenantId }: TenantScope, organizationId: string): LifecyclePolicies {
  const theirs = [tenantId, organizationId];
  return {
    count: async () => {
      const [row] = await tx.query<{ policies: number }>(
        `select count(*)::integer as policies from lifecycle_policies where ${THEIRS}`,
        theirs,
      );
      return row?.policies ?? 0;
    },
    get: async (id) => {
      const sql = `select ${COLUMNS} from lifecycle_policies where ${THEIRS} and id = $3`;
      const rows = await tx.query<StoredLifecyclePolicy>(sql, [...theirs, id]);
      return rows[0];
    },
    insert: async ({ id, name, scope, retentionDays, archiveAfterDays, deleteAfterDays, createdAt, updatedAt }) => {
      await tx.execute(
        `insert into lifecycle_policies (tenant_id, organization_id, id, name, scope, retention_days, archive_after_days,
                                         delete_after_days, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
        [...theirs, id, name, scope, retentionDays, archiveAfterDays, deleteAfterDays, createdAt, updatedAt],
      );
    },
    put: async ({ id, name, scope, retentionDays, archiveAfterDays, deleteAfterDays, updatedAt }) => {
      await tx.execute(
        `update lifecycle_policies set name = $4, scope = $5, retention_days = $6, archive_after_days = $7,
                                       delete_after_days = $8, updated_at = $9
         where ${THEIRS} and id = $3`,
        [...theirs, id, name, scope, retentionDays, archiveAfterDays, deleteAfterDays, updatedAt],
      );
    },
    remove: async (id) => {
      await tx.execute(`delete from lifecycle_policies where ${THEIRS} and id = $3`, [...theirs, id]);
    },
  };
}
