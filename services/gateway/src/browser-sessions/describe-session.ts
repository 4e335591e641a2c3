import { OPERATIONS } from '@strata/contracts/operations/table';
import { ROLE_PERMISSIONS } from '@strata/contracts/schemas/organization';
import type { Caller } from '../credentials/authenticate.ts';
import type { TenantAccount } from '../accounts/account-store.ts';
import { csrfTokenOf } from './csrf-token.ts';

/** What each operation needs, by its name, so that a page can leave out what would be refused. */
const REQUIREMENTS = Object.fromEntries(OPERATIONS.map(({ name, scope, permission }) => [name, { scope, permission }]));

/** A session of the console, as its pages see it. The token itself stays in the cookie. */
export const describeSession = (
  token: string,
  expiresAt: Date,
  { actor }: Caller,
  { user, tenant, passwordHash }: TenantAccount,
) => ({
  user: { ...user, hasPassword: passwordHash !== null },
  tenant,
  scopes: actor.scopes,
  isTenantAdmin: actor.isTenantAdmin === true,
  /** The value of the header that every request of a page carries. */
  csrfToken: csrfTokenOf(token),
  expiresAt: expiresAt.toISOString(),
  operations: REQUIREMENTS,
  rolePermissions: ROLE_PERMISSIONS,
});
