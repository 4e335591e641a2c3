import type { RequestTo, ResponseTo } from '@strata/contracts/operation';
import type { resetPassword as resetPasswordOperation } from '@strata/contracts/operations/sign-in';
import type { RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import { AppError, validationError } from '@strata/kernel/errors';
import type { AccountStore, TenantAccount } from './account-store.ts';
import { rejectCommonPassword } from './common-passwords.ts';
import type { ForgetMember } from './log-out.ts';
import type { LoginGuard } from './login-guard.ts';
import type { PasswordHasher } from './password-hasher.ts';
import type { Pseudonyms } from './pseudonyms.ts';
import { findResetObstacle } from './reset-obstacle.ts';

/** A user whose password a reset token may change. */
interface ResetSubject {
  readonly tenantId: string;
  readonly userId: string;
}

/** Asks the service that keeps reset tokens. Errors: `validation_error` for a token that is not valid; `unavailable`. */
export type AskForReset<Subject extends ResetSubject = ResetSubject> = (
  token: string,
  context: Partial<RequestContext>,
) => Promise<Subject>;

/** Also says in which generation of the user's sessions the token was issued. Null: not stated, so that it works in any. */
export type FindReset = AskForReset<ResetSubject & { readonly generation: number | null }>;

export interface ResetPasswordParts {
  readonly accounts: Pick<AccountStore, 'findAccount' | 'findByEmail' | 'changePassword'>;
  readonly passwords: PasswordHasher;
  /** Says whose password a token may change. */
  readonly findPasswordReset: FindReset;
  /** The same, and uses the token up. */
  readonly redeemPasswordReset: AskForReset;
  readonly loginGuard: LoginGuard;
  readonly pseudonyms: Pseudonyms;
  readonly forgetMember: ForgetMember;
  readonly clock: Clock;
}

/**
 * Sets a new password with a reset token, and ends the user's sessions. The token is used up first: if the password cannot be
 * stored then, it takes another token.
 * Errors: the same `validation_error` for every token that is not valid, which counts as a failed login from the address;
 * `validation_error` for a common password; `rate_limited`; `unavailable`.
 */
export const resetPasswordHandler = (parts: ResetPasswordParts) =>
  async function resetPassword(
    { body: { token, newPassword } }: RequestTo<typeof resetPasswordOperation>,
    { requestId, ip }: { readonly requestId: string; readonly ip: string },
  ): Promise<ResponseTo<typeof resetPasswordOperation>> {
    const { accounts, passwords, redeemPasswordReset, loginGuard, pseudonyms, forgetMember, clock } = parts;
    const context = { requestId, ...(ip === '' ? {} : { ip }) };
    const attempt = { account: pseudonyms.account(token), address: pseudonyms.address(ip) };
    const account = await loginGuard.attempt(attempt, () => accountOf(token, context, parts));
    if (account === undefined) throw invalidToken();
    const { user, tenant, passwordHash: from } = account;
    rejectCommonPassword('newPassword', newPassword, [user.email, user.name, tenant.name]);
    const to = await passwords.hash(newPassword, attempt.address);
    if ((await undefinedIfInvalid(redeemPasswordReset(token, context)))?.userId !== user.id) throw invalidToken();
    const at = clock.now();
    // The use of the token is in the audit log already.
    const generation = await accounts.changePassword(tenant.id, user.id, { from, to, at }, null);
    if (generation === undefined) throw invalidToken();
    forgetMember({ tenantId: tenant.id, userId: user.id });
    return { id: user.id, changedAt: at.toISOString() };
  };

/**
 * The account that the token opens; undefined if it opens none, also because the account has changed since it was issued: its
 * tenants, or the generation of its sessions.
 */
async function accountOf(
  token: string,
  context: Partial<RequestContext>,
  { accounts, findPasswordReset }: Pick<ResetPasswordParts, 'accounts' | 'findPasswordReset'>,
): Promise<TenantAccount | undefined> {
  const subject = await undefinedIfInvalid(findPasswordReset(token, context));
  const account = subject && (await accounts.findAccount(subject.tenantId, subject.userId));
  if (subject === undefined || account === undefined) return undefined;
  // That of the row with the hash which the change replaces, so that a change of the password meanwhile is seen.
  if (subject.generation !== null && subject.generation !== account.sessionGeneration) return undefined;
  return (await findResetObstacle(accounts, subject)).obstacle === null ? account : undefined;
}

async function undefinedIfInvalid<Subject>(asking: Promise<Subject>): Promise<Subject | undefined> {
  try {
    return await asking;
  } catch (error) {
    if (error instanceof AppError && error.code === 'validation_error') return undefined;
    throw error;
  }
}

const invalidToken = (): AppError =>
  validationError('token is not a valid reset token', [{ field: 'token', message: 'is not a valid reset token' }]);
