import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Database, Transaction } from '@strata/platform/database/database';
import { readPage } from '@strata/platform/database/read-page';
import type { MemberStore, Roster, StoredMember } from '../members/roster.ts';
import type { ChangeOrganization } from './pg-organization-change.ts';
import { knownTeamsIn } from './pg-known-teams.ts';

const COLUMNS = `id, user_id as "userId", email, name, role, expires_at as "expiresAt", joined_at as "joinedAt",
  array(select team_id from team_members t where t.tenant_id = members.tenant_id and t.member_id = members.id
        order by team_id collate "C") as "teamIds"`;
const THEIRS = 'tenant_id = $1 and organization_id = $2';
const PRESENT = `${THEIRS} and (joined_at is not null or expires_at > $3)`;

/** Members and invitations in PostgreSQL. */
export const createPgMemberStore = (database: Database, change: ChangeOrganization): MemberStore => ({
  list: (scope, organizationId, { now, ...page }) =>
    database.inTenant(scope, (tx) => {
      const values = [scope.tenantId, organizationId, now];
      return readPage(tx, { columns: COLUMNS, from: `from members where ${PRESENT}`, values, seq: 'seq' }, page);
    }),

  change: (context, organizationId, work) =>
    change(context, organizationId, (tx, note) => work(rosterIn(tx, context.scope, organizationId), note)),
});

function rosterIn(tx: Transaction, { tenantId }: TenantScope, organizationId: string): Roster {
  const theirs = [tenantId, organizationId];
  const find = async (condition: string, ...values: unknown[]): Promise<StoredMember | undefined> => {
    const rows = await tx.query<StoredMember>(`select ${COLUMNS} from members where ${condition}`, [
      ...theirs,
      ...values,
    ]);
    return rows[0];
  };
  const setTeams: Roster['setTeams'] = async (memberId, teamIds) => {
    await tx.execute('delete from team_members where tenant_id = $1 and member_id = $2', [tenantId, memberId]);
    await tx.execute('insert into team_members (tenant_id, team_id, member_id) select $1, unnest($3::text[]), $2', [
      tenantId,
      memberId,
      teamIds,
    ]);
  };
  return {
    get: (memberId, now) => find(`${PRESENT} and id = $4`, now, memberId),
    ofUser: (userId) => find(`${THEIRS} and user_id = $3`, userId),
    ofEmail: (email) => find(`${THEIRS} and email = $3`, email),
    ofToken: (tokenHash) => find(`${THEIRS} and token_hash = $3`, tokenHash),
    countOwners: async () => {
      const [row] = await tx.query<{ owners: number }>(
        `select count(*)::integer as owners from members where ${THEIRS} and role = 'owner' and joined_at is not null`,
        theirs,
      );
      return row?.owners ?? 0;
    },
    invite: async ({ id, email, role, teamIds, tokenHash, invitedBy, invitedAt, expiresAt }) => {
      await tx.execute(
        `insert into members (tenant_id, organization_id, id, email, role, token_hash, invited_by, created_at, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        [...theirs, id, email, role, tokenHash, invitedBy, invitedAt, expiresAt],
      );
      await setTeams(id, teamIds);
    },
    join: async (memberId, { userId, name, joinedAt }) => {
      await tx.execute(`update members set user_id = $4, name = $5, joined_at = $6 where ${THEIRS} and id = $3`, [
        ...theirs,
        ...[memberId, userId, name, joinedAt],
      ]);
    },
    setRole: async (memberId, role) => {
      await tx.execute(`update members set role = $4 where ${THEIRS} and id = $3`, [...theirs, memberId, role]);
    },
    ...knownTeamsIn(tx, tenantId, organizationId),
    setTeams,
    remove: async (memberId) => {
      await tx.execute(
        `with removed as (delete from members where ${THEIRS} and id = $3 returning tenant_id, user_id)
         insert into former_members (tenant_id, user_id)
         select tenant_id, user_id from removed where user_id is not null
           and (select of_tenant from organizations where tenant_id = $1 and id = $2)
         on conflict do nothing`,
        [...theirs, memberId],
      );
    },
  };
}
