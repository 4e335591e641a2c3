import type { RequestTo } from '@strata/contracts/operation';
import { AUDIT_ACTIONS } from '@strata/contracts/operations/audit-actions';
import type { changePassword as changePasswordOperation } from '@strata/contracts/operations/sign-in';
import type { Session } from '@strata/contracts/schemas/account';
import type { RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import { AppError, conflict, validationError } from '@strata/kernel/errors';
import { auditOfChange } from '@strata/policy/change-audit';
import type { AccountStore } from './account-store.ts';
import { rejectCommonPassword } from './common-passwords.ts';
import type { ForgetMember } from './log-out.ts';
import type { LoginGuard } from './login-guard.ts';
import { openSession, type IssueToken } from './open-session.ts';
import type { PasswordHasher } from './password-hasher.ts';
import type { Pseudonyms } from './pseudonyms.ts';

export interface ChangePasswordParts {
  readonly accounts: Pick<AccountStore, 'findAccount' | 'changePassword'>;
  readonly passwords: PasswordHasher;
  readonly loginGuard: LoginGuard;
  readonly pseudonyms: Pseudonyms;
  readonly issueToken: IssueToken;
  readonly forgetMember: ForgetMember;
  readonly clock: Clock;
}

const FIELD = 'newPassword';

/**
 * Changes the caller's password, ends all their sessions in every tenant, and opens a new one in this tenant.
 * Errors: `validation_error` for a common password, or the same one again; `conflict` for a user without a password;
 * `forbidden` for a wrong current password, which counts as a failed login; `rate_limited` after too many; `unavailable`.
 */
export const changePasswordHandler = (parts: ChangePasswordParts) =>
  async function changePassword(
    { body: { currentPassword, newPassword } }: RequestTo<typeof changePasswordOperation>,
    context: RequestContext,
  ): Promise<Session> {
    const { accounts, passwords, loginGuard, pseudonyms, issueToken, forgetMember, clock } = parts;
    const { tenantId } = context.scope;
    const { id: userId } = context.actor;
    const account = await accounts.findAccount(tenantId, userId);
    const { email = null, name = null } = account?.user ?? {};
    const from = account?.passwordHash ?? null;
    if (account === undefined || email === null || from === null) throw conflict(NO_PASSWORD);
    if (newPassword === currentPassword) throw unchanged();
    rejectCommonPassword(FIELD, newPassword, [email, name, account.tenant.name]);

    const attempt = { account: pseudonyms.account(email), address: pseudonyms.address(context.ip ?? '') };
    const generation = await loginGuard.attempt(attempt, async () => {
      const { matches } = await passwords.check(currentPassword, from, attempt.address);
      if (!matches) return undefined;
      const to = await passwords.hash(newPassword, attempt.address);
      const at = clock.now();
      const change = { action: AUDIT_ACTIONS.changePassword, resourceId: userId, changes: null, at };
      return accounts.changePassword(tenantId, userId, { from, to, at }, auditOfChange(change, context));
    });
    if (generation === undefined) throw new AppError('forbidden', 'The current password is wrong');
    forgetMember({ tenantId, userId });
    return openSession({ id: userId, email, name }, account.tenant, generation, issueToken);
  };

const NO_PASSWORD = 'This user has no password: an identity provider signs them in';

const unchanged = (): AppError =>
  validationError(`${FIELD} must be another one`, [{ field: FIELD, message: 'must be another one' }]);
