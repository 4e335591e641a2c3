import type { Role } from '@strata/contracts/schemas/organization';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Database, Transaction } from '@strata/platform/database/database';
import { readPage } from '@strata/platform/database/read-page';
import { nameKey, refusingTaken } from '@strata/platform/database/taken-name';
import type { Agents, AgentStore, StoredAgent } from '../agents/agent-store.ts';
import { knownTeamsIn } from './pg-known-teams.ts';
import type { ChangeOrganization } from './pg-organization-change.ts';

const NAME_TAKEN = 'An agent identity with this name exists already';
const THEIRS = 'tenant_id = $1 and organization_id = $2';
const COLUMNS = `id, organization_id as "organizationId", name, description, framework, team_id as "teamId", metadata,
  created_by as "createdBy", created_at as "createdAt", updated_at as "updatedAt"`;

/** Agent identities in PostgreSQL. */
export const createPgAgentStore = (database: Database, change: ChangeOrganization): AgentStore => ({
  list: (scope, organizationId, page) =>
    database.inTenant(scope, (tx) => {
      const values = [scope.tenantId, organizationId];
      return readPage(tx, { columns: COLUMNS, from: `from agents where ${THEIRS}`, values, seq: 'seq' }, page);
    }),

  change: (context, organizationId, work) =>
    change(context, organizationId, (tx, note) => work(agentsIn(tx, context.scope, organizationId), note)),
});

function agentsIn(tx: Transaction, { tenantId }: TenantScope, organizationId: string): Agents {
  const theirs = [tenantId, organizationId];
  return {
    ...knownTeamsIn(tx, tenantId, organizationId),
    count: async () => {
      const [row] = await tx.query<{ agents: number }>(
        `select count(*)::integer as agents from agents where ${THEIRS}`,
        theirs,
      );
      return row?.agents ?? 0;
    },
    get: async (id) => {
      const sql = `select ${COLUMNS} from agents where ${THEIRS} and id = $3`;
      const rows = await tx.query<StoredAgent>(sql, [...theirs, id]);
      return rows[0];
    },
    insert: async ({ id, name, description, framework, teamId, metadata, createdBy, createdAt, updatedAt }) => {
      await refusingTaken(
        NAME_TAKEN,
        tx.execute(
          `insert into agents (tenant_id, organization_id, id, name, name_key, description, framework, team_id,
                               metadata, created_by, created_at, updated_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
          [
            ...[...theirs, id, name, nameKey(name), description, framework, teamId],
            ...[JSON.stringify(metadata), createdBy, createdAt, updatedAt],
          ],
        ),
      );
    },
    put: async ({ id, name, description, framework, teamId, metadata, updatedAt }) => {
      await refusingTaken(
        NAME_TAKEN,
        tx.execute(
          `update agents set name = $4, name_key = $5, description = $6, framework = $7, team_id = $8, metadata = $9,
                             updated_at = $10
           where ${THEIRS} and id = $3`,
          [
            ...[...theirs, id, name, nameKey(name), description, framework, teamId],
            ...[JSON.stringify(metadata), updatedAt],
          ],
        ),
      );
    },
    remove: async (id) => {
      await tx.execute(`delete from agents where ${THEIRS} and id = $3`, [...theirs, id]);
    },
    member: async (userId) => {
      const sql = `
        select role, array(select team_id from team_members as team
                           where team.tenant_id = $1 and team.member_id = members.id) as "teamIds"
        from members where ${THEIRS} and user_id = $3`;
      const rows = await tx.query<{ role: Role; teamIds: string[] }>(sql, [...theirs, userId]);
      return rows[0];
    },
  };
}
