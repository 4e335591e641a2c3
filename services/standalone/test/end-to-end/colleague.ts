import { registerAccount } from '@strata/contracts/operations/accounts';
import { createOrganization, inviteMember } from '@strata/contracts/operations/organizations';
import type { Role } from '@strata/contracts/schemas/organization';
import { randomBytes } from 'node:crypto';
import type { ApiClient } from './api-client.ts';
import type { NewTenant } from './system.ts';

const PASSWORD = 'a long enough password';
const unique = (): string => randomBytes(6).toString('hex');

/** Somebody who joined an organization, and its tenant, by registering with an invitation. */
export interface Colleague {
  readonly email: string;
  readonly password: string;
  readonly tenantId: string;
  readonly memberId: string;
  /** By the token of the registration. */
  readonly user: ApiClient;
}

/** Founds an organization; the user becomes its owner. @returns its id */
export const foundOrganization = async (user: ApiClient): Promise<string> =>
  (await user.ask(createOrganization, { body: { name: 'Harbour', slug: `harbour-${unique()}` } })).id;

/** Invites somebody who is new, and registers them. */
export async function inviteColleague(by: ApiClient, orgId: string, role: Role): Promise<Colleague> {
  const email = `colleague-${unique()}@example.org`;
  const invitation = await by.ask(inviteMember, { params: { orgId }, body: { email, role } });
  const body = { email, password: PASSWORD, name: 'Noor', invitationToken: invitation.invitationToken };
  const { tenant, token } = await by.as(undefined).ask(registerAccount, { body });
  const { id: memberId } = invitation;
  return { email, password: PASSWORD, tenantId: tenant.id, memberId, user: by.as(token) };
}

/** The token of an invitation to the tenant's own user, from a colleague who founded an organization there. */
export async function invitationTo({ user, email }: NewTenant): Promise<string> {
  const { user: colleague } = await inviteColleague(user, await foundOrganization(user), 'owner');
  const params = { orgId: await foundOrganization(colleague) };
  return (await colleague.ask(inviteMember, { params, body: { email, role: 'owner' } })).invitationToken;
}
