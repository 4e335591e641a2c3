import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Database, Transaction } from '@strata/platform/database/database';
import { readPage } from '@strata/platform/database/read-page';
import { nameKey, refusingTaken } from '@strata/platform/database/taken-name';
import type { Namespaces, NamespaceStore, StoredNamespace } from '../namespaces/namespace-store.ts';
import { knownTeamsIn } from './pg-known-teams.ts';
import type { ChangeOrganization } from './pg-organization-change.ts';

const NAME_TAKEN = 'A namespace with this name exists already';
const THEIRS = 'tenant_id = $1 and organization_id = $2';
const COLUMNS = `id, organization_id as "organizationId", name, description, sensitivity,
  array(select team_id from namespace_teams t where t.tenant_id = namespaces.tenant_id
        and t.namespace_id = namespaces.id order by team_id collate "C") as "teamIds",
  created_at as "createdAt", updated_at as "updatedAt"`;

/** Namespaces in PostgreSQL. */
export const createPgNamespaceStore = (database: Database, change: ChangeOrganization): NamespaceStore => ({
  list: (scope, organizationId, page) =>
    database.inTenant(scope, (tx) => {
      const values = [scope.tenantId, organizationId];
      return readPage(tx, { columns: COLUMNS, from: `from namespaces where ${THEIRS}`, values, seq: 'seq' }, page);
    }),

  change: (context, organizationId, work) =>
    change(context, organizationId, (tx, note) => work(namespacesIn(tx, context.scope, organizationId), note)),
});

function namespacesIn(tx: Transaction, { tenantId }: TenantScope, organizationId: string): Namespaces {
  const theirs = [tenantId, organizationId];
  const setTeams = async (id: string, teamIds: readonly string[]): Promise<void> => {
    await tx.execute('delete from namespace_teams where tenant_id = $1 and namespace_id = $2', [tenantId, id]);
    await tx.execute(
      'insert into namespace_teams (tenant_id, namespace_id, team_id) select $1, $2, unnest($3::text[])',
      [tenantId, id, teamIds],
    );
  };
  return {
    ...knownTeamsIn(tx, tenantId, organizationId),
    count: async () => {
      const [row] = await tx.query<{ namespaces: number }>(
        `select count(*)::integer as namespaces from namespaces where ${THEIRS}`,
        theirs,
      );
      return row?.namespaces ?? 0;
    },
    get: async (id) => {
      const sql = `select ${COLUMNS} from namespaces where ${THEIRS} and id = $3`;
      const rows = await tx.query<StoredNamespace>(sql, [...theirs, id]);
      return rows[0];
    },
    insert: async ({ id, name, description, sensitivity, teamIds, createdAt, updatedAt }) => {
      await refusingTaken(
        NAME_TAKEN,
        tx.execute(
          `insert into namespaces (tenant_id, organization_id, id, name, name_key, description, sensitivity, created_at,
                                   updated_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
          [...theirs, id, name, nameKey(name), description, sensitivity, createdAt, updatedAt],
        ),
      );
      await setTeams(id, teamIds);
    },
    put: async ({ id, name, description, sensitivity, teamIds, updatedAt }) => {
      await refusingTaken(
        NAME_TAKEN,
        tx.execute(
          `update namespaces set name = $4, name_key = $5, description = $6, sensitivity = $7, updated_at = $8
           where ${THEIRS} and id = $3`,
          [...theirs, id, name, nameKey(name), description, sensitivity, updatedAt],
        ),
      );
      await setTeams(id, teamIds);
    },
  };
}
