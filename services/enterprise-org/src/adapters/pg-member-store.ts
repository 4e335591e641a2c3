import { notFound } from '@strata/kernel/errors';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Database, Transaction } from '@strata/platform/database/database';
import type { MemberStore, Roster, StoredMember } from '../members/roster.ts';

const COLUMNS = `id, user_id as "userId", email, name, role, expires_at as "expiresAt", joined_at as "joinedAt"`;
const THEIRS = 'tenant_id = $1 and organization_id = $2';
const PRESENT = `${THEIRS} and (joined_at is not null or expires_at > $3)`;

/** Members and invitations in PostgreSQL. Whoever changes them holds their organization's row. */
export const createPgMemberStore = (database: Database): MemberStore => ({
  list: (scope, organizationId, { now, limit, after }) =>
    database.inTenant(scope, async (tx) => {
      const present = [scope.tenantId, organizationId, now];
      const rows = await tx.query<StoredMember & { seq: string }>(
        `select ${COLUMNS}, seq from members where ${PRESENT} and seq > $4 order by seq limit $5`,
        [...present, after ?? 0, limit + 1],
      );
      const [count] = await tx.query<{ total: number }>(
        `select count(*)::integer as total from members where ${PRESENT}`,
        present,
      );
      const members = rows.slice(0, limit);
      return {
        members,
        last: Number(members.at(-1)?.seq ?? 0),
        hasMore: rows.length > limit,
        total: count?.total ?? 0,
      };
    }),

  change: (scope, organizationId, work) =>
    database.inTenant(scope, async (tx) => {
      const held = await tx.query('select 1 from organizations where tenant_id = $1 and id = $2 for no key update', [
        scope.tenantId,
        organizationId,
      ]);
      if (held.length === 0) throw notFound('The organization');
      return work(rosterIn(tx, scope, organizationId));
    }),
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
  const update = async (assignments: string, memberId: string, ...values: unknown[]): Promise<StoredMember> => {
    const [row] = await tx.query<StoredMember>(
      `update members set ${assignments} where ${THEIRS} and id = $3 returning ${COLUMNS}`,
      [...theirs, memberId, ...values],
    );
    if (row === undefined) throw notFound('The member');
    return row;
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
    invite: async ({ id, email, role, tokenHash, invitedBy, invitedAt, expiresAt }) => {
      await tx.execute(
        `insert into members (tenant_id, organization_id, id, email, role, token_hash, invited_by, created_at, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        [...theirs, id, email, role, tokenHash, invitedBy, invitedAt, expiresAt],
      );
    },
    join: (memberId, { userId, name, joinedAt }) =>
      update('user_id = $4, name = $5, joined_at = $6', memberId, userId, name, joinedAt),
    setRole: (memberId, role) => update('role = $4', memberId, role),
    remove: async (memberId) => {
      await tx.execute(
        `with removed as (delete from members where ${THEIRS} and id = $3 returning tenant_id, user_id)
         insert into former_members (tenant_id, user_id)
         select tenant_id, user_id from removed where user_id is not null on conflict do nothing`,
        [...theirs, memberId],
      );
    },
  };
}
