import type { RequestTo } from '@strata/contracts/operation';
import type { registerAccount as registerAccountOperation } from '@strata/contracts/operations/accounts';
import type { Session } from '@strata/contracts/schemas/account';
import { rateLimited } from '@strata/kernel/errors';
import type { OpenWindowCounter } from '../limits/window-counter.ts';
import type { LoginGuard } from './login-guard.ts';
import type { Pseudonyms } from './pseudonyms.ts';
import type { registerAccountHandler, Registrant } from './register-account.ts';

const HOUR_SECONDS = 3600;

export interface RegistrationGuardParts {
  readonly registerAccount: ReturnType<typeof registerAccountHandler>;
  readonly loginGuard: LoginGuard;
  readonly pseudonyms: Pseudonyms;
  readonly openCounter: OpenWindowCounter;
  /** Maximum number of attempts per address and hour. */
  readonly perHour: number;
  /** Called for each rejected attempt. */
  readonly onRejected: () => void;
}

/**
 * Limits the registrations from one address. Failed attempts count too, since each costs a slow hash. A registration counts
 * as a successful login.
 * Errors: `rate_limited`; those of `registerAccount`.
 */
export function guardRegistrations(parts: RegistrationGuardParts) {
  const { registerAccount, loginGuard, pseudonyms, perHour, onRejected } = parts;
  const attempts = parts.openCounter('registration', HOUR_SECONDS);
  return async function registerAccountWithinLimits(
    request: RequestTo<typeof registerAccountOperation>,
    client: Omit<Registrant, 'address'>,
  ): Promise<Session> {
    const address = pseudonyms.address(client.ip);
    const { count, resetMs } = await attempts.add(address);
    if (count > perHour) {
      onRejected();
      throw rateLimited('Too many registrations from this address', resetMs);
    }
    const session = await registerAccount(request, { ...client, address });
    await loginGuard.succeeded({ account: pseudonyms.account(request.body.email), address });
    return session;
  };
}
