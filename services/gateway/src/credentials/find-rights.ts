import type { Scope } from '@strata/kernel/actor';
import type { Membership } from './member-store.ts';
import { EVERY_SCOPE, scopesOfRoles } from './scopes-of-roles.ts';
import { mayEnterTenant, type TenantRoles } from './tenant-roles.ts';

/** A user in one tenant. */
export interface TenantUser {
  readonly tenantId: string;
  readonly userId: string;
}

/** What a member of a tenant may do in it. */
export interface UserRights {
  readonly scopes: readonly Scope[];
  readonly isTenantAdmin: boolean;
}

const OF_OWNER: UserRights = { scopes: EVERY_SCOPE, isTenantAdmin: true };

/**
 * Finds the rights that a member's ownership or roles give them. `isVouchedFor`: an issuer says that they belong to the
 * tenant. Undefined if they may not enter it. Errors: `unavailable` when the roles cannot be read.
 */
export const createFindRights = (rolesOf: (user: TenantUser) => Promise<TenantRoles>) =>
  async function findRights(
    user: TenantUser,
    { isOwner }: Pick<Membership, 'isOwner'>,
    vouching: { readonly isVouchedFor: boolean },
  ): Promise<UserRights | undefined> {
    if (isOwner) return OF_OWNER;
    const granted = await rolesOf(user);
    if (!mayEnterTenant(granted, vouching)) return undefined;
    const { roles } = granted;
    return {
      scopes: scopesOfRoles(roles),
      isTenantAdmin: roles.some((role) => role === 'owner' || role === 'admin'),
    };
  };
