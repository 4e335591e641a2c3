import type { registerRequestSchema, Session } from '@strata/contracts/schemas/account';
import type { Clock } from '@strata/kernel/clock';
import { validationError } from '@strata/kernel/errors';
import { newId } from '@strata/kernel/ids';
import type { z } from 'zod';
import type { AccountStore } from './account-store.ts';
import { openSession, type IssueToken } from './open-session.ts';
import type { PasswordHasher } from './password-hasher.ts';

export interface RegisterParts {
  readonly accounts: AccountStore;
  readonly passwords: PasswordHasher;
  readonly issueToken: IssueToken;
  readonly defaultPlan: string;
  readonly clock: Clock;
}

/**
 * Makes a user with a tenant of its own.
 * Errors: `conflict` when the e-mail address is known; `validation_error` for an invitation that was never issued.
 */
export const createRegisterAccount =
  ({ accounts, passwords, issueToken, defaultPlan, clock }: RegisterParts) =>
  async (request: z.output<typeof registerRequestSchema>): Promise<Session> => {
    if (request.invitationToken !== undefined) {
      throw validationError('invitationToken is not a valid invitation', [
        { field: 'invitationToken', message: 'is not a valid invitation' },
      ]);
    }
    const user = { id: newId('usr'), email: request.email, name: request.name ?? null };
    const tenant = { id: newId('ten'), name: request.tenantName ?? defaultTenantName(request), plan: defaultPlan };
    const passwordHash = await passwords.hash(request.password);
    await accounts.create({ user, tenant, passwordHash, createdAt: clock.now() });
    return openSession(user, tenant, issueToken);
  };

const defaultTenantName = ({ name, email }: { name?: string | undefined; email: string }): string =>
  name ?? email.slice(0, email.indexOf('@'));
