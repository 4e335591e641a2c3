import type { TeamMember } from '@strata/contracts/schemas/team';
import type { Database, Transaction } from '@strata/platform/database/database';
import type { LockedThings } from '../organization-data/store.ts';
import type { LockedTeams, StoredTeam, TeamStore } from '../teams/team-store.ts';
import { createTableStore, IN_ORGANIZATION, selection, type OrganizationTable } from './organization-table.ts';
import type { ChangeOrganization } from './pg-organization-change.ts';

const TEAMS: OrganizationTable<StoredTeam, 'memberCount'> = {
  name: 'teams',
  columns: {
    id: 'id',
    name: 'name',
    description: 'description',
    createdAt: 'created_at',
    updatedAt: 'updated_at',
  },
  computed: {
    // Looks up each member by id: a join would read all members of the organization for every team.
    memberCount: `(
      select count(*)::integer from team_members t where t.tenant_id = $1 and t.team_id = teams.id and (
        select m.joined_at from members m where m.tenant_id = $1 and m.id = t.member_id) is not null)`,
  },
  nameTaken: 'A team with this name exists already',
};

const JOINED = `from team_members t join members m on m.tenant_id = t.tenant_id and m.id = t.member_id
  where t.tenant_id = $1 and m.organization_id = $2 and m.joined_at is not null`;

const FIND = `
  select ${selection(TEAMS)}, (
    select coalesce(json_agg(json_build_object(
      'id', id, 'userId', user_id, 'email', email, 'name', name, 'role', role) order by seq), '[]')
    from (select m.* ${JOINED} and t.team_id = $3 order by m.seq limit $4) first
  ) as members
  from teams where ${IN_ORGANIZATION} and id = $3`;

const REFERRING = `
  select array(select namespace_id from namespace_teams where tenant_id = $1 and team_id = $2
               order by namespace_id limit $3) as "namespaceIds",
         array(select id from agents where tenant_id = $1 and team_id = $2 order by id limit $3) as "agentIds"`;

/** Teams in PostgreSQL. */
export const createPgTeamStore = (database: Database, change: ChangeOrganization): TeamStore => ({
  ...createTableStore({ database, change }, TEAMS, (rows, tx, { tenantId }, organizationId) =>
    teamsIn(rows, tx, tenantId, organizationId),
  ),

  find: (scope, organizationId, id, limit) =>
    database.inTenant(scope, async (tx) => {
      const values = [scope.tenantId, organizationId, id, limit];
      const [row] = await tx.query<StoredTeam & { members: TeamMember[] }>(FIND, values);
      if (row === undefined) return undefined;
      const { members, ...team } = row;
      return { team, members };
    }),
});

const teamsIn = (
  rows: LockedThings<StoredTeam>,
  tx: Transaction,
  tenantId: string,
  organizationId: string,
): LockedTeams => ({
  ...rows,
  memberIds: async (id) => {
    const found = await tx.query<{ id: string }>(`select m.id ${JOINED} and t.team_id = $3`, [
      tenantId,
      organizationId,
      id,
    ]);
    return found.map((member) => member.id).sort();
  },
  referringTo: async (id, limit) => {
    const [row] = await tx.query<{ namespaceIds: string[]; agentIds: string[] }>(REFERRING, [tenantId, id, limit]);
    return row ?? { namespaceIds: [], agentIds: [] };
  },
  hasMembers: async (memberIds) => {
    const sql = `select 1 from members where ${IN_ORGANIZATION} and joined_at is not null and id = any($3)`;
    const found = await tx.query(sql, [tenantId, organizationId, memberIds]);
    return found.length === memberIds.length;
  },
  setMembers: async (id, memberIds) => {
    await tx.execute(
      `delete from team_members where tenant_id = $1 and team_id = $3 and member_id <> all($4)
         and member_id in (select id from members where ${IN_ORGANIZATION} and joined_at is not null)`,
      [tenantId, organizationId, id, memberIds],
    );
    await tx.execute(
      `insert into team_members (tenant_id, team_id, member_id) select $1, $2, unnest($3::text[])
       on conflict do nothing`,
      [tenantId, id, memberIds],
    );
  },
});
