import type { TeamMember } from '@strata/contracts/schemas/team';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Database, Transaction } from '@strata/platform/database/database';
import { readPage } from '@strata/platform/database/read-page';
import { nameKey, refusingTaken } from '@strata/platform/database/taken-name';
import type { StoredTeam, Teams, TeamStore } from '../teams/team-store.ts';
import type { ChangeOrganization } from './pg-organization-change.ts';

const NAME_TAKEN = 'A team with this name exists already';
const THEIRS = 'tenant_id = $1 and organization_id = $2';
const JOINED = `from team_members t join members m on m.tenant_id = t.tenant_id and m.id = t.member_id
  where t.tenant_id = $1 and m.organization_id = $2 and m.joined_at is not null`;
// Each member is looked up by id: joined to `members`, those of the whole organization would be read for every team.
const COLUMNS = `id, name, description, created_at as "createdAt", updated_at as "updatedAt",
  (select count(*)::integer from team_members t where t.tenant_id = $1 and t.team_id = teams.id and (
     select m.joined_at from members m where m.tenant_id = $1 and m.id = t.member_id) is not null) as "memberCount"`;

/** Teams in PostgreSQL. */
export const createPgTeamStore = (database: Database, change: ChangeOrganization): TeamStore => ({
  list: (scope, organizationId, page) =>
    database.inTenant(scope, (tx) => {
      const values = [scope.tenantId, organizationId];
      return readPage(tx, { columns: COLUMNS, from: `from teams where ${THEIRS}`, values, seq: 'seq' }, page);
    }),

  find: (scope, organizationId, id, most) =>
    database.inTenant(scope, async (tx) => {
      const [row] = await tx.query<StoredTeam & { members: TeamMember[] }>(
        `select ${COLUMNS}, (
           select coalesce(json_agg(json_build_object(
             'id', id, 'userId', user_id, 'email', email, 'name', name, 'role', role) order by seq), '[]')
           from (select m.* ${JOINED} and t.team_id = $3 order by m.seq limit $4) first
         ) as members
         from teams where ${THEIRS} and id = $3`,
        [scope.tenantId, organizationId, id, most],
      );
      if (row === undefined) return undefined;
      const { members, ...team } = row;
      return { team, members };
    }),

  change: (context, organizationId, work) =>
    change(context, organizationId, (tx, note) => work(teamsIn(tx, context.scope, organizationId), note)),
});

function teamsIn(tx: Transaction, { tenantId }: TenantScope, organizationId: string): Teams {
  const theirs = [tenantId, organizationId];
  return {
    count: async () => {
      const [row] = await tx.query<{ teams: number }>(
        `select count(*)::integer as teams from teams where ${THEIRS}`,
        theirs,
      );
      return row?.teams ?? 0;
    },
    get: async (id) => {
      const rows = await tx.query<StoredTeam>(`select ${COLUMNS} from teams where ${THEIRS} and id = $3`, [
        ...theirs,
        id,
      ]);
      return rows[0];
    },
    insert: async ({ id, name, description, createdAt, updatedAt }) => {
      await refusingTaken(
        NAME_TAKEN,
        tx.execute(
          `insert into teams (tenant_id, organization_id, id, name, name_key, description, created_at, updated_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8)`,
          [...theirs, id, name, nameKey(name), description, createdAt, updatedAt],
        ),
      );
    },
    put: async ({ id, name, description, updatedAt }) => {
      await refusingTaken(
        NAME_TAKEN,
        tx.execute(
          `update teams set name = $4, name_key = $5, description = $6, updated_at = $7 where ${THEIRS} and id = $3`,
          [...theirs, id, name, nameKey(name), description, updatedAt],
        ),
      );
    },
    remove: async (id) => {
      await tx.execute(`delete from teams where ${THEIRS} and id = $3`, [...theirs, id]);
    },
    memberIds: async (id) => {
      const rows = await tx.query<{ id: string }>(`select m.id ${JOINED} and t.team_id = $3`, [...theirs, id]);
      return rows.map((row) => row.id).sort();
    },
    namedBy: async (id, most) => {
      const [row] = await tx.query<{ namespaceIds: string[]; agentIds: string[] }>(
        `select array(select namespace_id from namespace_teams where tenant_id = $1 and team_id = $2
                      order by namespace_id limit $3) as "namespaceIds",
                array(select id from agents where tenant_id = $1 and team_id = $2 order by id limit $3) as "agentIds"`,
        [tenantId, id, most],
      );
      return row ?? { namespaceIds: [], agentIds: [] };
    },
    hasMembers: async (memberIds) => {
      const found = await tx.query(`select 1 from members where ${THEIRS} and joined_at is not null and id = any($3)`, [
        ...theirs,
        memberIds,
      ]);
      return found.length === memberIds.length;
    },
    setMembers: async (id, memberIds) => {
      await tx.execute(
        `delete from team_members where tenant_id = $1 and team_id = $3 and member_id <> all($4)
           and member_id in (select id from members where ${THEIRS} and joined_at is not null)`,
        [...theirs, id, memberIds],
      );
      await tx.execute(
        `insert into team_members (tenant_id, team_id, member_id) select $1, $2, unnest($3::text[])
         on conflict do nothing`,
        [tenantId, id, memberIds],
      );
    },
  };
}
