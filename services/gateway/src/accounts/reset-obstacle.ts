import type { ResetObstacle } from '@strata/contracts/calls/gateway';
import { notFound } from '@strata/kernel/errors';
import type { AccountStore } from './account-store.ts';

/**
 * What keeps a password from being reset by an admin of a tenant: the user has none here, owns the tenant, or belongs to another
 * one, which the admin could enter with the new password. Errors: `not_found`; `unavailable`.
 */
export async function findResetObstacle(
  accounts: Pick<AccountStore, 'findAccount' | 'findByEmail'>,
  { tenantId, userId }: { readonly tenantId: string; readonly userId: string },
): Promise<ResetObstacle | null> {
  const found = await accounts.findAccount(tenantId, userId);
  if (found === undefined) throw notFound('The user');
  const { email } = found.user;
  const account = email === null || found.passwordHash === null ? undefined : await accounts.findByEmail(email);
  if (account?.user.id !== userId) return 'external';
  if (account.tenants.some(({ id, isOwner }) => id === tenantId && isOwner)) return 'owner';
  return account.tenants.length === 1 ? null : 'elsewhere';
}
