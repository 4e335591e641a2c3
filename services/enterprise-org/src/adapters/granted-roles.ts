import type { Role } from '@strata/contracts/schemas/organization';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Transaction } from '@strata/platform/database/database';

/** Whether a user owns the tenant ($1). The first tenant-wide organization is its owner's: other tenant admins have their role from one. */
export const ownsTenant = (user: string): string => `
  ${user} = (select created_by from organizations where tenant_id = $1 and of_tenant order by seq limit 1)`;

/**
 * From and where of the roles that count in the tenant ($1): those that another user gave a user in a tenant-wide
 * organization. The founder's role never counts, whatever it is changed to: it would let users give themselves rights in
 * the tenant. `user` is the placeholder of the user's id.
 */
export const grantedTo = (user: string): string => `
  from members m join organizations o on o.tenant_id = m.tenant_id and o.id = m.organization_id and o.of_tenant
  where m.tenant_id = $1 and m.user_id = ${user} and m.invited_by is not null`;

/** The roles of a user that count in the tenant. `isFormer`: has none, and was removed from a tenant-wide organization. */
export async function readGrantedRoles(
  tx: Transaction,
  { tenantId }: TenantScope,
  userId: string,
): Promise<{ roles: Role[]; isFormer: boolean }> {
  const user = [tenantId, userId];
  const given = await tx.query<{ role: Role }>(`select distinct m.role ${grantedTo('$2')}`, user);
  if (given.length > 0) return { roles: given.map(({ role }) => role), isFormer: false };
  const former = await tx.query('select 1 from former_members where tenant_id = $1 and user_id = $2', user);
  return { roles: [], isFormer: former.length > 0 };
}
