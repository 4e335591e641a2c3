import type { loginRequestSchema, Session } from '@strata/contracts/schemas/account';
import { AppError } from '@strata/kernel/errors';
import type { z } from 'zod';
import type { AccountStore } from './account-store.ts';
import { openSession, type IssueToken } from './open-session.ts';
import type { PasswordHasher } from './password-hasher.ts';

export interface LogInParts {
  readonly accounts: AccountStore;
  readonly passwords: PasswordHasher;
  readonly issueToken: IssueToken;
}

/**
 * Opens a session in the tenant that was asked for, else in the one that the user joined first.
 * Errors: one and the same `unauthorized` for an unknown address, a wrong password and a tenant that is not the
 * user's, after the same work.
 */
export const createLogIn =
  ({ accounts, passwords, issueToken }: LogInParts) =>
  async ({ email, password, tenantId }: z.output<typeof loginRequestSchema>): Promise<Session> => {
    const account = await accounts.findByEmail(email);
    const matches = await passwords.matches(password, account?.passwordHash ?? null);
    const tenant = account?.tenants.find(({ id }) => tenantId === undefined || id === tenantId);
    if (account === undefined || tenant === undefined || !matches) {
      throw new AppError('unauthorized', 'The e-mail address, the password or the tenant is wrong');
    }
    return openSession(account.user, tenant, issueToken);
  };
