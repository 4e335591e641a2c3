import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Database, Transaction } from '@strata/platform/database/database';
import { readPage } from '@strata/platform/database/read-page';
import type { Policies, PolicyStore, StoredPolicy } from '../policies/policy-store.ts';
import type { ChangeOrganization } from './pg-organization-change.ts';

const THEIRS = 'tenant_id = $1 and organization_id = $2';
const COLUMNS = `id, organization_id as "organizationId", name, effect, resource, action, conditions, priority,
  created_at as "createdAt", updated_at as "updatedAt"`;

/** Policies in PostgreSQL. */
export const createPgPolicyStore = (database: Database, change: ChangeOrganization): PolicyStore => ({
  list: (scope, organizationId, page) =>
    database.inTenant(scope, (tx) => {
      const values = [scope.tenantId, organizationId];
      return readPage(tx, { columns: COLUMNS, from: `from policies where ${THEIRS}`, values, seq: 'seq' }, page);
    }),

  change: (context, organizationId, work) =>
    change(context, organizationId, (tx, note) => work(policiesIn(tx, context.scope, organizationId), note)),
});

function policiesIn(tx: Transaction, { tenantId }: TenantScope, organizationId: string): Policies {
  const theirs = [tenantId, organizationId];
  const count = async (condition: string): Promise<number> => {
    const [row] = await tx.query<{ policies: number }>(
      `select count(*)::integer as policies from policies where ${THEIRS} and ${condition}`,
      theirs,
    );
    return row?.policies ?? 0;
  };
  return {
    count: () => count('true'),
    countOnTags: () => count(`conditions -> 'resource.tags' is not null`),
    get: async (id) => {
      const sql = `select ${COLUMNS} from policies where ${THEIRS} and id = $3`;
      const rows = await tx.query<StoredPolicy>(sql, [...theirs, id]);
      return rows[0];
    },
    insert: async ({ id, createdAt, ...policy }) => {
      await tx.execute(
        `insert into policies (tenant_id, organization_id, id, name, effect, resource, action, conditions, priority,
                               updated_at, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
        [...theirs, id, ...changeable(policy), createdAt],
      );
    },
    put: async ({ id, ...policy }) => {
      await tx.execute(
        `update policies set name = $4, effect = $5, resource = $6, action = $7, conditions = $8, priority = $9,
                             updated_at = $10
         where ${THEIRS} and id = $3`,
        [...theirs, id, ...changeable(policy)],
      );
    },
    remove: async (id) => {
      await tx.execute(`delete from policies where ${THEIRS} and id = $3`, [...theirs, id]);
    },
  };
}

const changeable = (policy: Omit<StoredPolicy, 'id' | 'createdAt'>): unknown[] => {
  const { name, effect, resource, action, conditions, priority, updatedAt } = policy;
  return [name, effect, resource, action, JSON.stringify(conditions), priority, updatedAt];
};
