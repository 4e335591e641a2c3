import type { Database, Transaction } from '@strata/platform/database/database';
import type { NamespaceStore, StoredNamespace } from '../namespaces/namespace-store.ts';
import { createTableStore, type OrganizationTable } from './organization-table.ts';
import type { ChangeOrganization } from './pg-organization-change.ts';
import { teamLookupIn } from './pg-team-lookup.ts';

const NAMESPACES: OrganizationTable<StoredNamespace, 'teamIds'> = {
  name: 'namespaces',
  columns: {
    id: 'id',
    name: 'name',
    description: 'description',
    sensitivity: 'sensitivity',
    createdAt: 'created_at',
    updatedAt: 'updated_at',
  },
  computed: {
    teamIds: `array(select team_id from namespace_teams t where t.tenant_id = namespaces.tenant_id
                    and t.namespace_id = namespaces.id order by team_id collate "C")`,
  },
  nameTaken: 'A namespace with this name exists already',
};

/** Namespaces in PostgreSQL. */
export const createPgNamespaceStore = (database: Database, change: ChangeOrganization): NamespaceStore =>
  createTableStore({ database, change }, NAMESPACES, (rows, tx, { tenantId }, organizationId) => ({
    ...rows,
    ...teamLookupIn(tx, tenantId, organizationId),
    insert: async (namespace) => {
      await rows.insert(namespace);
      await setTeams(tx, tenantId, namespace);
    },
    update: async (namespace) => {
      await rows.update(namespace);
      await setTeams(tx, tenantId, namespace);
    },
  }));

async function setTeams(tx: Transaction, tenantId: string, { id, teamIds }: StoredNamespace): Promise<void> {
  await tx.execute('delete from namespace_teams where tenant_id = $1 and namespace_id = $2', [tenantId, id]);
  await tx.execute('insert into namespace_teams (tenant_id, namespace_id, team_id) select $1, $2, unnest($3::text[])', [
    tenantId,
    id,
    teamIds,
  ]);
}
