import type { RequestTo } from '@strata/contracts/operation';
import type { logIn as logInOperation } from '@strata/contracts/operations/accounts';
import type { Session } from '@strata/contracts/schemas/account';
import type { Clock } from '@strata/kernel/clock';
import { AppError } from '@strata/kernel/errors';
import { derivedId } from '@strata/kernel/ids';
import type { Account, AccountStore, TenantMembership, Tenant } from './account-store.ts';
import type { LoginGuard } from './login-guard.ts';
import { openSession, type IssueToken } from './open-session.ts';
import { nameOfOwnTenant } from './own-tenant.ts';
import type { PasswordHasher } from './password-hasher.ts';
import type { Pseudonyms } from './pseudonyms.ts';

export interface LogInParts {
  readonly accounts: AccountStore;
  readonly passwords: PasswordHasher;
  /** The plan of a tenant that is created for an account without one. */
  readonly defaultPlan: string;
  readonly clock: Clock;
  readonly issueToken: IssueToken;
  readonly loginGuard: LoginGuard;
  readonly pseudonyms: Pseudonyms;
  /** Whether a user may enter a tenant that they do not own. Errors: `unavailable`. */
  readonly mayEnter: (member: { readonly tenantId: string; readonly userId: string }) => Promise<boolean>;
  /** Called when a password could not be hashed anew with the current settings; the next login tries again. */
  readonly onUpgradeFailed: (error: unknown) => void;
}

/**
 * Opens a session in the requested tenant. Without one: in the tenant that the user joined first and may still enter. A user
 * who was removed from every tenant gets a tenant of their own, as a registration without an invitation creates one: the
 * account stays usable, and can be invited again.
 * Errors: the same `unauthorized`, after the same work, for an unknown address, a wrong password and a tenant that the user
 * may not enter; `rate_limited` after too many of them; `unavailable`.
 */
export const logInHandler = (parts: LogInParts) =>
  async function logIn(
    { body: { email, password, tenantId } }: RequestTo<typeof logInOperation>,
    { ip }: { readonly ip: string },
  ): Promise<Session> {
    const { accounts, passwords, issueToken, loginGuard, pseudonyms } = parts;
    const attempt = { account: pseudonyms.account(email), address: pseudonyms.address(ip) };
    const session = await loginGuard.attempt(attempt, async () => {
      const account = await accounts.findByEmail(email);
      const { matches, isOutdated } = await passwords.check(password, account?.passwordHash ?? null, attempt.address);
      if (account === undefined || !matches) return undefined;
      const candidates = account.tenants.filter(({ id }) => tenantId === undefined || id === tenantId);
      const tenant =
        (await firstThatMayBeEntered(candidates, account.user.id, parts)) ??
        (tenantId === undefined ? await createOwnTenant(account, parts) : undefined);
      if (tenant === undefined) return undefined;
      // Not awaited: the response need not wait for another slow hash.
      if (isOutdated) void upgradeHash(account, tenant.id, password, parts);
      return openSession(account.user, tenant, account.sessionGeneration, issueToken);
    });
    if (session === undefined) {
      throw new AppError('unauthorized', 'The e-mail address, the password or the tenant is wrong');
    }
    return session;
  };

async function firstThatMayBeEntered(
  tenants: readonly TenantMembership[],
  userId: string,
  { mayEnter }: Pick<LogInParts, 'mayEnter'>,
): Promise<Tenant | undefined> {
  for (const { isOwner, ...tenant } of tenants) {
    if (isOwner || (await mayEnter({ tenantId: tenant.id, userId }))) return tenant;
  }
  return undefined;
}

const createOwnTenant = (
  { user }: Account,
  { accounts, defaultPlan, clock }: Pick<LogInParts, 'accounts' | 'defaultPlan' | 'clock'>,
): Promise<Tenant> => {
  const tenant = { id: derivedId('ten', 'own', user.id), name: nameOfOwnTenant(user), plan: defaultPlan };
  return accounts.ensureTenant(tenant, user.id, clock.now());
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
