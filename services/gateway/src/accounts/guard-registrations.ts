import type { registerRequestSchema, Session } from '@strata/contracts/schemas/account';
import { rateLimited } from '@strata/kernel/errors';
import type { z } from 'zod';
import type { OpenWindowCounter } from '../limits/window-counter.ts';
import type { LoginGuard } from './login-guard.ts';
import type { Pseudonyms } from './pseudonyms.ts';
import type { Registrant } from './register-account.ts';

const HOUR_SECONDS = 3600;

type Registration = z.output<typeof registerRequestSchema>;

interface Visitor {
  readonly ip: string;
  readonly requestId: string;
}

export interface RegistrationGuardParts {
  readonly register: (registration: Registration, registrant: Registrant) => Promise<Session>;
  readonly loginGuard: LoginGuard;
  readonly pseudonyms: Pseudonyms;
  readonly openCounter: OpenWindowCounter;
  /** Most attempts from one address in an hour. */
  readonly perHour: number;
  /** Called with each attempt that is refused. */
  readonly onRefused: () => void;
}

/**
 * Registers whoever comes from an address that has not tried too often; attempts count whatever comes of them, since
 * each costs a slow hash. Who has registered has signed in.
 * Errors: `rate_limited`; those of `register`.
 */
export function createGuardedRegistration(parts: RegistrationGuardParts) {
  const { register, loginGuard, pseudonyms, perHour, onRefused } = parts;
  const attempts = parts.openCounter('registration', HOUR_SECONDS);
  return async (registration: Registration, visitor: Visitor): Promise<Session> => {
    const address = pseudonyms.address(visitor.ip);
    const { count, resetMs } = await attempts.add(address);
    if (count > perHour) {
      onRefused();
      throw rateLimited('Too many registrations from this address', resetMs);
    }
    const { requestId, ip } = visitor;
    const session = await register(registration, { requestId, ip, address });
    await loginGuard.succeeded({ account: pseudonyms.account(registration.email), address });
    return session;
  };
}
