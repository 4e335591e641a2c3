import type { registerRequestSchema, Session } from '@strata/contracts/schemas/account';
import type { Clock } from '@strata/kernel/clock';
import { conflict, validationError } from '@strata/kernel/errors';
import { newId } from '@strata/kernel/ids';
import type { z } from 'zod';
import type { AccountStore } from './account-store.ts';
import { openSession, type IssueToken } from './open-session.ts';
import { nameOfOwnTenant } from './own-tenant.ts';
import type { PasswordHasher } from './password-hasher.ts';
import { redeemingFrom, type RedeemInvitation } from './redeem-invitation.ts';

export interface RegisterParts {
  readonly accounts: Pick<AccountStore, 'create' | 'createIn' | 'findByEmail'>;
  readonly passwords: PasswordHasher;
  readonly redeemInvitation: RedeemInvitation;
  readonly issueToken: IssueToken;
  readonly defaultPlan: string;
  readonly clock: Clock;
}

/** Who asks; `address` is a pseudonym of `ip`, which is empty where it is not known. */
export interface Registrant {
  readonly requestId: string;
  readonly ip: string;
  readonly address: string;
}

type Registration = z.output<typeof registerRequestSchema>;
type Invited = Registration & { readonly invitationToken: string };

/**
 * Makes a user, with a tenant of its own or, by an invitation, in the tenant of who invites.
 * Errors: `conflict` when the e-mail address is known; `validation_error` for an invitation that is not valid, or a
 * tenant's name beside one; `unavailable`, after which the same registration can be sent again.
 */
export const createRegisterAccount =
  (parts: RegisterParts) =>
  (registration: Registration, visitor: Registrant): Promise<Session> => {
    const { invitationToken } = registration;
    return invitationToken === undefined
      ? registerOwner(registration, visitor, parts)
      : registerInvited({ ...registration, invitationToken }, visitor, parts);
  };

async function registerOwner(
  registration: Registration,
  { address }: Registrant,
  parts: RegisterParts,
): Promise<Session> {
  const { accounts, passwords, issueToken, defaultPlan, clock } = parts;
  const user = { id: newId('usr'), email: registration.email, name: registration.name ?? null };
  const name = registration.tenantName ?? nameOfOwnTenant(registration);
  const tenant = { id: newId('ten'), name, plan: defaultPlan };
  const passwordHash = await passwords.hash(registration.password, address);
  await accounts.create({ user, tenant, passwordHash, createdAt: clock.now() });
  return openSession(user, tenant, issueToken);
}

/**
 * The invitation is redeemed first and the user made last, with the id that the invitation was redeemed for: whatever
 * fails in between, the same registration made again finds the invitation redeemed for itself, and ends the same.
 */
async function registerInvited(
  { email, name, password, tenantName, invitationToken: token }: Invited,
  { requestId, ip, address }: Registrant,
  { accounts, passwords, redeemInvitation, issueToken, clock }: RegisterParts,
): Promise<Session> {
  if (tenantName !== undefined) throw tenantNameBesideInvitation();
  if ((await accounts.findByEmail(email)) !== undefined) {
    throw conflict('An account with this e-mail address exists already');
  }
  const passwordHash = await passwords.hash(password, address);
  const redeem = redeemingFrom('invitationToken', redeemInvitation);
  const { userId: id, tenantId } = await redeem(
    { token, email, name: name ?? null, userId: newId('usr') },
    { requestId, ...(ip === '' ? {} : { ip }) },
  );
  const user = { id, email, name: name ?? null };
  const tenant = await accounts.createIn(tenantId, { user, passwordHash, createdAt: clock.now() });
  return openSession(user, tenant, issueToken);
}

const tenantNameBesideInvitation = () =>
  validationError('tenantName does not go with invitationToken: an invitation leads to a tenant that is there', [
    { field: 'tenantName', message: 'does not go with invitationToken' },
  ]);
