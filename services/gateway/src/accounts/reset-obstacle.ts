import type { ResetObstacle } from '@strata/contracts/calls/gateway';
import { notFound } from '@strata/kernel/errors';
import type { Account, AccountStore } from './account-store.ts';

/**
 * What keeps a password from being reset by an admin of a tenant: the user has none here, owns the tenant, or belongs to another
 * one, which the admin could enter with the new password. With the generation of the user's sessions. Errors: `not_found`; `unavailable`.
 */
export async function findResetObstacle(
  accounts: Pick<AccountStore, 'findAccount' | 'findByEmail'>,
  { tenantId, userId }: { readonly tenantId: string; readonly userId: string },
): Promise<{ obstacle: ResetObstacle | null; generation: number }> {
  const found = await accounts.findAccount(tenantId, userId);
  if (found === undefined) throw notFound('The user');
  const { email } = found.user;
  const account = email === null || found.passwordHash === null ? undefined : await accounts.findByEmail(email);
  const obstacle = account?.user.id === userId ? obstacleOf(account, tenantId) : 'external';
  return { obstacle, generation: found.sessionGeneration };
}

function obstacleOf({ tenants }: Account, tenantId: string): ResetObstacle | null {
  if (tenants.some(({ id, isOwner }) => id === tenantId && isOwner)) return 'owner';
  return tenants.length === 1 ? null : 'elsewhere';
}
