import type { RequestTo } from '@strata/contracts/operation';
import type { registerAccount as registerAccountOperation } from '@strata/contracts/operations/accounts';
import type { Session } from '@strata/contracts/schemas/account';
import type { Clock } from '@strata/kernel/clock';
import { conflict, validationError } from '@strata/kernel/errors';
import { newId } from '@strata/kernel/ids';
import type { AccountStore } from './account-store.ts';
import { rejectCommonPassword } from './common-passwords.ts';
import { FIRST_GENERATION, openSession, type IssueToken } from './open-session.ts';
import { nameOfOwnTenant } from './own-tenant.ts';
import type { PasswordHasher } from './password-hasher.ts';
import { redeemingFrom, type RedeemInvitation } from './redeem-invitation.ts';

export interface RegisterParts {
  readonly accounts: Pick<AccountStore, 'create' | 'createInTenant' | 'findByEmail'>;
  readonly passwords: PasswordHasher;
  readonly redeemInvitation: RedeemInvitation;
  readonly issueToken: IssueToken;
  readonly defaultPlan: string;
  readonly clock: Clock;
}

/** The anonymous client that registers. `address` is a pseudonym of `ip`; `ip` is empty if it is not known. */
export interface Registrant {
  readonly requestId: string;
  readonly ip: string;
  readonly address: string;
}

type Registration = RequestTo<typeof registerAccountOperation>['body'];
type Invited = Registration & { readonly invitationToken: string };

/**
 * Creates a user with a tenant of their own or, with an invitation, in the inviting tenant.
 * Errors: `conflict` when the e-mail address has an account; `validation_error` for a common password, an invitation that is
 * not valid, or a tenant name together with an invitation; `unavailable`, after which the same registration can be sent again.
 */
export const registerAccountHandler = (parts: RegisterParts) =>
  async function registerAccount(
    { body: registration }: RequestTo<typeof registerAccountOperation>,
    registrant: Registrant,
  ): Promise<Session> {
    const { invitationToken, password, email, name, tenantName } = registration;
    rejectCommonPassword('password', password, [email, name, tenantName]);
    return invitationToken === undefined
      ? registerOwner(registration, registrant, parts)
      : registerInvited({ ...registration, invitationToken }, registrant, parts);
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
  return openSession(user, tenant, FIRST_GENERATION, issueToken);
}

/**
 * Redeems the invitation first and creates the user last, with the id for which the invitation was redeemed. If a step in
 * between fails, a retry of the registration finds the invitation redeemed for the same user, and completes it.
 */
async function registerInvited(
  { email, name, password, tenantName, invitationToken: token }: Invited,
  { requestId, ip, address }: Registrant,
  { accounts, passwords, redeemInvitation, issueToken, clock }: RegisterParts,
): Promise<Session> {
  if (tenantName !== undefined) throw tenantNameWithInvitation();
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
  const tenant = await accounts.createInTenant(tenantId, { user, passwordHash, createdAt: clock.now() });
  return openSession(user, tenant, FIRST_GENERATION, issueToken);
}

const tenantNameWithInvitation = () =>
  validationError('tenantName cannot be combined with invitationToken: an invited user joins an existing tenant', [
    { field: 'tenantName', message: 'cannot be combined with invitationToken' },
  ]);
