import type { Session } from '@strata/contracts/schemas/account';
import type { Tenant, User } from './account-store.ts';

/**
 * Signs a token for a user in one tenant, in a generation of their sessions. `expiresIn` is in seconds; `signedIn` is when the user
 * signed in, in seconds since 1970 (default now); `voucher` is the external issuer with which they did (default none).
 */
export type IssueToken = (subject: {
  userId: string;
  tenantId: string;
  generation: number;
  signedIn?: number;
  voucher?: string | null;
}) => {
  token: string;
  expiresIn: number;
};

/** The sessions of a new user. */
export const FIRST_GENERATION = 0;

/** The response of register and login. */
export const openSession = (user: User, tenant: Tenant, generation: number, issueToken: IssueToken): Session => ({
  user,
  tenant,
  ...issueToken({ userId: user.id, tenantId: tenant.id, generation }),
  tokenType: 'Bearer',
});
