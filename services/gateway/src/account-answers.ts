import { logIn, registerAccount } from '@strata/contracts/operations/accounts';
import { acceptInvitation } from '@strata/contracts/operations/organizations';
import type { Clock } from '@strata/kernel/clock';
import type { Logger } from '@strata/platform/log/logger';
import type { Metrics } from '@strata/platform/metrics/metrics';
import { setTimeout as delay } from 'node:timers/promises';
import { createAcceptInvitation } from './accounts/accept-invitation.ts';
import type { AccountStore } from './accounts/account-store.ts';
import { createGuardedRegistration } from './accounts/guard-registrations.ts';
import { createLogIn } from './accounts/log-in.ts';
import { LoginGuard } from './accounts/login-guard.ts';
import type { IssueToken } from './accounts/open-session.ts';
import type { PasswordHasher } from './accounts/password-hasher.ts';
import { createPseudonyms } from './accounts/pseudonyms.ts';
import type { RedeemInvitation } from './accounts/redeem-invitation.ts';
import { createRegisterAccount } from './accounts/register-account.ts';
import { countLimitsHit } from './adapters/limits-metric.ts';
import type { OpenWindowCounter } from './limits/window-counter.ts';
import { answering, answeringAnyone, type OwnAnswer } from './routing/own-answer.ts';

export interface AccountAnswerParts {
  readonly accounts: AccountStore;
  readonly passwords: PasswordHasher;
  readonly redeemInvitation: RedeemInvitation;
  readonly isLetIn: (member: { readonly tenantId: string; readonly userId: string }) => Promise<boolean>;
  readonly issueToken: IssueToken;
  readonly defaultPlan: string;
  readonly registrationsPerHour: number;
  /** Under which accounts and addresses have other names in shared counters. */
  readonly pseudonymSecret: string;
  readonly openCounter: OpenWindowCounter;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/** Register and log in, guarded against guessing and mass registration; invitations to those who have an account. */
export function accountAnswers(parts: AccountAnswerParts): OwnAnswer[] {
  const { openCounter, logger, metrics } = parts;
  const hit = countLimitsHit(metrics);
  const pseudonyms = createPseudonyms(parts.pseudonymSecret);
  const loginGuard = new LoginGuard({
    openCounter,
    pause: (milliseconds) => delay(milliseconds, undefined, { ref: false }),
    onRefused: () => hit('login'),
  });
  const openSession = createLogIn({
    ...parts,
    loginGuard,
    pseudonyms,
    onUpgradeFailed: (error) => logger.warn('A password hash could not be upgraded', { error }),
  });
  const register = createGuardedRegistration({
    loginGuard,
    pseudonyms,
    openCounter,
    register: createRegisterAccount(parts),
    perHour: parts.registrationsPerHour,
    onRefused: () => hit('registration'),
  });
  const accept = createAcceptInvitation(parts);
  return [
    answeringAnyone(registerAccount, ({ body }, visitor) => register(body, visitor)),
    answeringAnyone(logIn, ({ body }, visitor) => openSession(body, visitor)),
    answering(acceptInvitation, ({ body }, context) => accept(body.token, context)),
  ];
}
