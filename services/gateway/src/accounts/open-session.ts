import type { Session } from '@strata/contracts/schemas/account';
import type { Tenant, User } from './account-store.ts';

/** Signs a token for a user in one tenant. `expiresIn` is in seconds. */
export type IssueToken = (subject: { userId: string; tenantId: string }) => { token: string; expiresIn: number };

/** The response of register and login. */
export const openSession = (user: User, tenant: Tenant, issueToken: IssueToken): Session => ({
  user,
  tenant,
  ...issueToken({ userId: user.id, tenantId: tenant.id }),
  tokenType: 'Bearer',
});
