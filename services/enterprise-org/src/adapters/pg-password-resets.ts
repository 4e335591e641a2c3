import { ROLE_PERMISSIONS, ROLES } from '@strata/contracts/schemas/organization';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Transaction } from '@strata/platform/database/database';
import type { LockedMembers, PasswordReset } from '../members/member-store.ts';
import { grantedTo, ownsTenant } from './granted-roles.ts';
import { IN_ORGANIZATION } from './organization-table.ts';

const ADMIN_ROLES = ROLES.filter((role) => ROLE_PERMISSIONS[role].includes('member:update_role'));

const MAY_RESET = `
  select (${ownsTenant('$2')} or exists (
      select 1 ${grantedTo('$2')} and m.role = any($4)
        and array_position($5::text[], m.role) <= all (select array_position($5::text[], m.role) ${grantedTo('$3')})
    ))
    and not exists (
      select 1 from members other where other.tenant_id = $1 and other.user_id = $3 and not exists (
        select 1 from members own
        where own.tenant_id = $1 and own.organization_id = other.organization_id and own.user_id = $2
          and own.role = any($4) and array_position($5::text[], own.role) <= array_position($5::text[], other.role)
      )
    ) as may`;

type Resets = Pick<LockedMembers, 'mayReset' | 'putReset' | 'resetOfToken' | 'removeResets'>;

/** The password resets of an organization. */
export const passwordResetsIn = (tx: Transaction, { tenantId }: TenantScope, organizationId: string): Resets => ({
  mayReset: async (userId, of) => {
    const [row] = await tx.query<{ may: boolean }>(MAY_RESET, [tenantId, userId, of, ADMIN_ROLES, ROLES]);
    return row?.may ?? false;
  },
  putReset: async ({ memberId, userId, tokenHash, issuedBy, generation, expiresAt }) => {
    await tx.execute(
      `insert into password_resets (tenant_id, organization_id, member_id, user_id, token_hash, issued_by, generation, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8)
       on conflict (tenant_id, member_id) do update set user_id = excluded.user_id, token_hash = excluded.token_hash,
         issued_by = excluded.issued_by, generation = excluded.generation, expires_at = excluded.expires_at`,
      [tenantId, organizationId, memberId, userId, tokenHash, issuedBy, generation, expiresAt],
    );
  },
  resetOfToken: async (tokenHash) => {
    const [row] = await tx.query<PasswordReset>(
      `select member_id as "memberId", user_id as "userId", issued_by as "issuedBy", generation, expires_at as "expiresAt"
       from password_resets where ${IN_ORGANIZATION} and token_hash = $3`,
      [tenantId, organizationId, tokenHash],
    );
    return row;
  },
  removeResets: async (userId) => {
    await tx.execute('delete from password_resets where tenant_id = $1 and user_id = $2', [tenantId, userId]);
  },
});
