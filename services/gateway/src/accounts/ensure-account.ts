import { normalizeEmail } from '@strata/contracts/schemas/account';
import type { Clock } from '@strata/kernel/clock';
import { AppError } from '@strata/kernel/errors';
import { newId } from '@strata/kernel/ids';
import type { Account, AccountStore } from './account-store.ts';
import { FIRST_GENERATION } from './open-session.ts';
import type { PasswordHasher } from './password-hasher.ts';

/** The line of the hasher for hashes that no client requests. A client's line is never empty. */
const OWN_LINE = '';

export interface EnsureAccountParts {
  readonly accounts: Pick<AccountStore, 'create' | 'findByEmail' | 'replacePasswordHash'>;
  readonly passwords: PasswordHasher;
  readonly clock: Clock;
}

export interface EnsuredAccount {
  readonly email: string;
  readonly password: string;
  readonly tenantName: string;
  readonly plan: string;
}

/** Makes sure that an account exists and has this password; its first tenant is its own. Errors: `unavailable`. */
export async function ensureAccount(
  wanted: EnsuredAccount,
  parts: EnsureAccountParts,
): Promise<{ userId: string; tenantId: string }> {
  const { accounts, passwords } = parts;
  const email = normalizeEmail(wanted.email);
  const account = (await accounts.findByEmail(email)) ?? (await create({ ...wanted, email }, parts));
  const tenantId = account?.tenants[0]?.id;
  if (account === undefined || tenantId === undefined) throw new Error('The account has no tenant');
  const { user, passwordHash: from } = account;
  const { matches, isOutdated } = await passwords.check(wanted.password, from, OWN_LINE);
  if (!matches || isOutdated) {
    const to = await passwords.hash(wanted.password, OWN_LINE);
    await accounts.replacePasswordHash(tenantId, user.id, { from, to });
  }
  return { userId: account.user.id, tenantId };
}

/** Another process may create the same account at the same time; then the account that it created is used. */
async function create(
  { email, password, tenantName, plan }: EnsuredAccount,
  { accounts, passwords, clock }: EnsureAccountParts,
): Promise<Account | undefined> {
  const user = { id: newId('usr'), email, name: null };
  const tenant = { id: newId('ten'), name: tenantName, plan };
  const passwordHash = await passwords.hash(password, OWN_LINE);
  try {
    await accounts.create({ user, tenant, passwordHash, createdAt: clock.now() });
    return { user, passwordHash, sessionGeneration: FIRST_GENERATION, tenants: [{ ...tenant, isOwner: true }] };
  } catch (error) {
    if (error instanceof AppError && error.code === 'conflict') return accounts.findByEmail(email);
    throw error;
  }
}
