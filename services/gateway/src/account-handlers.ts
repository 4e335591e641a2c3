import { logIn, registerAccount } from '@strata/contracts/operations/accounts';
import { changePassword, logOut, resetPassword } from '@strata/contracts/operations/sign-in';
import type { Clock } from '@strata/kernel/clock';
import type { Logger } from '@strata/platform/log/logger';
import type { Metrics } from '@strata/platform/metrics/metrics';
import {
  handlePublic,
  handlersWithDenials,
  type AnonymousContext,
  type OperationHandler,
} from '@strata/platform/operations/operation-handler';
import { setTimeout as delay } from 'node:timers/promises';
import type { AccountStore } from './accounts/account-store.ts';
import { changePasswordHandler } from './accounts/change-password.ts';
import { guardRegistrations } from './accounts/guard-registrations.ts';
import { logInHandler } from './accounts/log-in.ts';
import { logOutHandler, type ForgetMember } from './accounts/log-out.ts';
import { LoginGuard } from './accounts/login-guard.ts';
import type { IssueToken } from './accounts/open-session.ts';
import type { PasswordHasher } from './accounts/password-hasher.ts';
import { createPseudonyms } from './accounts/pseudonyms.ts';
import type { RedeemInvitation } from './accounts/redeem-invitation.ts';
import { resetPasswordHandler, type AskForReset, type FindReset } from './accounts/reset-password.ts';
import { registerAccountHandler } from './accounts/register-account.ts';
import { countLimitsHit } from './adapters/limits-metric.ts';
import type { OpenWindowCounter } from './limits/window-counter.ts';
import type { RecordDenial } from '@strata/policy/record-denial';

export interface AccountHandlerParts {
  readonly accounts: AccountStore;
  readonly passwords: PasswordHasher;
  readonly redeemInvitation: RedeemInvitation;
  readonly findPasswordReset: FindReset;
  readonly redeemPasswordReset: AskForReset;
  readonly mayEnter: (member: { readonly tenantId: string; readonly userId: string }) => Promise<boolean>;
  readonly issueToken: IssueToken;
  readonly forgetMember: ForgetMember;
  readonly recordDenial: RecordDenial;
  readonly defaultPlan: string;
  readonly registrationsPerHour: number;
  /** The secret behind the pseudonyms of accounts and addresses in shared counters. */
  readonly pseudonymSecret: string;
  readonly openCounter: OpenWindowCounter;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

export interface AccountHandlers {
  /** Register, log in, and set a password with a reset token: open to anonymous clients, and guarded against guessing and mass registration. */
  readonly publicHandlers: OperationHandler<AnonymousContext>[];
  /** Of a user's own password and sessions. */
  readonly handlers: OperationHandler[];
}

export function accountHandlers(parts: AccountHandlerParts): AccountHandlers {
  const { openCounter, logger, metrics } = parts;
  const countLimit = countLimitsHit(metrics);
  const pseudonyms = createPseudonyms(parts.pseudonymSecret);
  const loginGuard = new LoginGuard({
    openCounter,
    pause: (milliseconds) => delay(milliseconds, undefined, { ref: false }),
    onRejected: () => countLimit('login'),
  });
  const registerWithinLimits = guardRegistrations({
    loginGuard,
    pseudonyms,
    openCounter,
    registerAccount: registerAccountHandler(parts),
    perHour: parts.registrationsPerHour,
    onRejected: () => countLimit('registration'),
  });
  const onUpgradeFailed = (error: unknown): void => logger.warn('A password hash could not be upgraded', { error });
  const guarded = handlersWithDenials(parts.recordDenial);
  return {
    publicHandlers: [
      handlePublic(registerAccount, registerWithinLimits),
      handlePublic(resetPassword, resetPasswordHandler({ ...parts, loginGuard, pseudonyms })),
      handlePublic(logIn, logInHandler({ ...parts, loginGuard, pseudonyms, onUpgradeFailed })),
    ],
    handlers: [
      guarded(changePassword, changePasswordHandler({ ...parts, loginGuard, pseudonyms })),
      guarded(logOut, logOutHandler(parts)),
    ],
  };
}
