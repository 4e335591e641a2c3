import type { loginRequestSchema, Session } from '@strata/contracts/schemas/account';
import type { Clock } from '@strata/kernel/clock';
import { AppError } from '@strata/kernel/errors';
import { derivedId } from '@strata/kernel/ids';
import type { z } from 'zod';
import type { Account, AccountStore, Membership, Tenant } from './account-store.ts';
import type { LoginGuard } from './login-guard.ts';
import { openSession, type IssueToken } from './open-session.ts';
import { nameOfOwnTenant } from './own-tenant.ts';
import type { PasswordHasher } from './password-hasher.ts';
import type { Pseudonyms } from './pseudonyms.ts';

export interface LogInParts {
  readonly accounts: AccountStore;
  readonly passwords: PasswordHasher;
  /** Of a tenant that is made for an account which no other lets in. */
  readonly defaultPlan: string;
  readonly clock: Clock;
  readonly issueToken: IssueToken;
  readonly loginGuard: LoginGuard;
  readonly pseudonyms: Pseudonyms;
  /** Whether a tenant that they do not own lets a user in. Errors: `unavailable`. */
  readonly isLetIn: (member: { readonly tenantId: string; readonly userId: string }) => Promise<boolean>;
  /** Called when a hash could not be brought up to today's settings; the next login tries again. */
  readonly onUpgradeFailed: (error: unknown) => void;
}

/**
 * Opens a session in the tenant that was asked for, else in the one that the user joined first of those that let them in.
 * An account that none lets in any more gets a tenant of its own, as it would have had without an invitation: it is a
 * person's, and they may be invited again.
 * Errors: one and the same `unauthorized` for an unknown address, a wrong password and a tenant that is not the
 * user's, after the same work; `rate_limited` after too many of them; `unavailable`.
 */
export const createLogIn =
  (parts: LogInParts) =>
  async (
    { email, password, tenantId }: z.output<typeof loginRequestSchema>,
    { ip }: { readonly ip: string },
  ): Promise<Session> => {
    const { accounts, passwords, issueToken, loginGuard, pseudonyms } = parts;
    const attempt = { account: pseudonyms.account(email), address: pseudonyms.address(ip) };
    const session = await loginGuard.attempt(attempt, async () => {
      const account = await accounts.findByEmail(email);
      const { matches, isOutdated } = await passwords.check(password, account?.passwordHash ?? null, attempt.address);
      if (account === undefined || !matches) return undefined;
      const asked = account.tenants.filter(({ id }) => tenantId === undefined || id === tenantId);
      const tenant =
        (await firstOpen(asked, account.user.id, parts)) ??
        (tenantId === undefined ? await foundTenant(account, parts) : undefined);
      if (tenant === undefined) return undefined;
      // Behind the answer, which need not wait for another slow hash.
      if (isOutdated) void upgradeHash(account, tenant.id, password, parts);
      return openSession(account.user, tenant, issueToken);
    });
    if (session === undefined) {
      throw new AppError('unauthorized', 'The e-mail address, the password or the tenant is wrong');
    }
    return session;
  };

async function firstOpen(
  tenants: readonly Membership[],
  userId: string,
  { isLetIn }: Pick<LogInParts, 'isLetIn'>,
): Promise<Tenant | undefined> {
  for (const { isOwner, ...tenant } of tenants) {
    if (isOwner || (await isLetIn({ tenantId: tenant.id, userId }))) return tenant;
  }
  return undefined;
}

const foundTenant = (
  { user }: Account,
  { accounts, defaultPlan, clock }: Pick<LogInParts, 'accounts' | 'defaultPlan' | 'clock'>,
): Promise<Tenant> => {
  const tenant = { id: derivedId('ten', 'own', user.id), name: nameOfOwnTenant(user), plan: defaultPlan };
  return accounts.found(tenant, user.id, clock.now());
};

async function upgradeHash(
  { user, passwordHash: from }: Account,
  tenantId: string,
  password: string,
  { accounts, passwords, onUpgradeFailed }: LogInParts,
): Promise<void> {
  try {
    const to = await passwords.hash(password, user.id);
    await accounts.replacePasswordHash(tenantId, user.id, { from, to });
  } catch (error) {
    onUpgradeFailed(error);
  }
}
