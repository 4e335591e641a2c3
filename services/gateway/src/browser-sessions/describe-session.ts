import { OPERATIONS } from '@strata/contracts/operations/table';
import { ROLE_PERMISSIONS } from '@strata/contracts/schemas/organization';
import type { Caller } from '../credentials/authenticate.ts';
import type { TenantAccount } from '../accounts/account-store.ts';
import { csrfTokenOf } from './csrf-token.ts';

/** What each operation needs, by its name, so that a page can leave out what would be refused. */
const REQUIREMENTS = Object.fromEntries(OPERATIONS.map(({ name, scope, permission }) => [name, { scope, permission }]));

interface SessionOwner {
  readonly caller: Caller;
  readonly account: TenantAccount;
  /** As the operation lists them, so that a page about one need not wait for another request; undefined if they are not known. */
  readonly organizations: unknown;
}

/** A session of the console, as its pages see it. The token itself stays in the cookie. */
export const describeSession = (
  token: string,
  expiresAt: Date,
  { caller: { actor }, account: { user, tenant, passwordHash }, organizations = null }: SessionOwner,
) => ({
  user: { ...user, hasPassword: passwordHash !== null },
  tenant,
  organizations,
  scopes: actor.scopes,
  isTenantAdmin: actor.isTenantAdmin === true,
  /** The value of the header that every request of a page carries. */
  csrfToken: csrfTokenOf(token),
  expiresAt: expiresAt.toISOString(),
  operations: REQUIREMENTS,
  rolePermissions: ROLE_PERMISSIONS,
});
