import { revokeKeysOfUser } from '@strata/contracts/calls/gateway';
import { isAbove, READER_ROLES } from '@strata/contracts/schemas/organization';
import type { RequestContext } from '@strata/kernel/actor';
import type { Database, Transaction } from '@strata/platform/database/database';
import { readPage } from '@strata/platform/database/read-page';
import type { CommandOutbox } from '@strata/platform/outbox/command-outbox';
import type { LockedMembers, MemberStore, StoredMember } from '../members/member-store.ts';
import { OWNER } from '../members/rank.ts';
import { ownsTenant, readGrantedRoles } from './granted-roles.ts';
import { IN_ORGANIZATION } from './organization-table.ts';
import type { ChangeOrganization } from './pg-organization-change.ts';
import { passwordResetsIn } from './pg-password-resets.ts';
import { teamLookupIn } from './pg-team-lookup.ts';

const COLUMNS = `id, user_id as "userId", email, name, role, invited_by as "invitedBy", expires_at as "expiresAt", joined_at as "joinedAt",
  array(select team_id from team_members t where t.tenant_id = members.tenant_id and t.member_id = members.id
        order by team_id collate "C") as "teamIds"`;
const PRESENT = `${IN_ORGANIZATION} and (joined_at is not null or expires_at > $3)`;
const OPEN_BY = `${IN_ORGANIZATION} and joined_at is null and expires_at > $3 and invited_by = $4`;

const ADMITTING = `
  select of_tenant as "isOfTenant", ${ownsTenant('$3')} as "isOwner" from organizations where tenant_id = $1 and id = $2`;

/** Members and invitations in PostgreSQL. */
export const createPgMemberStore = (
  database: Database,
  change: ChangeOrganization,
  outbox: Pick<CommandOutbox, 'put' | 'wake'>,
): MemberStore => ({
  list: (scope, organizationId, { now, ...page }) =>
    database.inTenant(scope, (tx) => {
      const values = [scope.tenantId, organizationId, now];
      return readPage(tx, { columns: COLUMNS, from: `from members where ${PRESENT}`, values, seq: 'seq' }, page);
    }),

  async change(context, organizationId, work) {
    const result = await change(context, organizationId, (tx, record) =>
      work(membersIn(tx, context, organizationId, outbox), record),
    );
    outbox.wake();
    return result;
  },
});

function membersIn(
  tx: Transaction,
  context: RequestContext,
  organizationId: string,
  outbox: Pick<CommandOutbox, 'put'>,
): LockedMembers {
  const { tenantId } = context.scope;
  const organization = [tenantId, organizationId];
  const find = async (condition: string, ...values: unknown[]): Promise<StoredMember | undefined> => {
    const rows = await tx.query<StoredMember>(`select ${COLUMNS} from members where ${condition}`, [
      ...organization,
      ...values,
    ]);
    return rows[0];
  };
  const setTeams: LockedMembers['setTeams'] = async (memberId, teamIds) => {
    await tx.execute('delete from team_members where tenant_id = $1 and member_id = $2', [tenantId, memberId]);
    await tx.execute('insert into team_members (tenant_id, team_id, member_id) select $1, unnest($3::text[]), $2', [
      tenantId,
      memberId,
      teamIds,
    ]);
  };
  return {
    get: (memberId, now) => find(`${PRESENT} and id = $4`, now, memberId),
    ofUser: (userId) => find(`${IN_ORGANIZATION} and user_id = $3`, userId),
    ofEmail: (email) => find(`${IN_ORGANIZATION} and email = $3`, email),
    ofToken: (tokenHash) => find(`${IN_ORGANIZATION} and token_hash = $3`, tokenHash),
    invitationsBy: (userId, now) =>
      tx.query<StoredMember>(`select ${COLUMNS} from members where ${OPEN_BY} order by seq`, [
        ...organization,
        now,
        userId,
      ]),
    mayAdmit: async (userId, role) => {
      const values = [...organization, userId];
      const [row] = await tx.query<{ isOfTenant: boolean; isOwner: boolean | null }>(ADMITTING, values);
      if (row?.isOfTenant !== true) return false;
      if (row.isOwner === true) return true;
      const { roles } = await readGrantedRoles(tx, context.scope, userId);
      return roles.some((own) => !READER_ROLES.includes(own) && !isAbove(role, own));
    },
    countOwners: async () => {
      const [row] = await tx.query<{ owners: number }>(
        `select count(*)::integer as owners from members where ${IN_ORGANIZATION} and role = $3 and joined_at is not null`,
        [...organization, OWNER],
      );
      return row?.owners ?? 0;
    },
    invite: async ({ id, email, role, teamIds, tokenHash, invitedBy, invitedAt, expiresAt }) => {
      await tx.execute(
        `insert into members (tenant_id, organization_id, id, email, role, token_hash, invited_by, created_at, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        [...organization, id, email, role, tokenHash, invitedBy, invitedAt, expiresAt],
      );
      await setTeams(id, teamIds);
    },
    join: async (memberId, { userId, name, joinedAt }) => {
      await tx.execute(
        `update members set user_id = $4, name = $5, joined_at = $6 where ${IN_ORGANIZATION} and id = $3`,
        [...organization, ...[memberId, userId, name, joinedAt]],
      );
    },
    setInviter: async (memberId, userId) => {
      await tx.execute(`update members set invited_by = $4 where ${IN_ORGANIZATION} and id = $3`, [
        ...organization,
        memberId,
        userId,
      ]);
    },
    setRole: async (memberId, role) => {
      await tx.execute(`update members set role = $4 where ${IN_ORGANIZATION} and id = $3`, [
        ...organization,
        memberId,
        role,
      ]);
    },
    ...teamLookupIn(tx, tenantId, organizationId),
    ...passwordResetsIn(tx, context.scope, organizationId),
    setTeams,
    revokeKeysOfFormer: async (userId, removedAt) => {
      // Two removals of one user from two organizations at once: the second sees that the first left no role.
      await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${tenantId} ${userId}`]);
      const { isFormer } = await readGrantedRoles(tx, context.scope, userId);
      if (isFormer) await outbox.put(tx, revokeKeysOfUser, { userId, removedAt: removedAt.toISOString() }, context);
    },
    remove: async (memberId) => {
      await tx.execute(
        `with removed as (delete from members where ${IN_ORGANIZATION} and id = $3 returning tenant_id, user_id)
         insert into former_members (tenant_id, user_id)
         select tenant_id, user_id from removed where user_id is not null
           and (select of_tenant from organizations where tenant_id = $1 and id = $2)
         on conflict do nothing`,
        [...organization, memberId],
      );
    },
  };
}
