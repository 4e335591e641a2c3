import type { Operation } from '@strata/contracts/operation';
import { ROLE_PERMISSIONS } from '@strata/contracts/schemas/organization';
import type { RequestContext } from '@strata/kernel/actor';
import { AppError, notFound } from '@strata/kernel/errors';
import type { Membership, OrganizationStore } from './organization-store.ts';

/**
 * Authorizes members of the organization whose role has the permission that the operation states.
 * Errors: `not_found` for an organization that is not of the tenant; `forbidden` for a caller who is not a member, or
 * whose role lacks the permission.
 */
export function authorizeMemberBy(organizations: Pick<OrganizationStore, 'find'>) {
  return async function authorizeMember(
    { name, permission }: Pick<Operation, 'name' | 'permission'>,
    { orgId }: { readonly orgId: string },
    { scope, actor }: RequestContext,
  ): Promise<Membership> {
    if (permission === null) throw new Error(`${name} states no permission`);
    const found = await organizations.find(scope, orgId, actor.id);
    if (found === undefined) throw notFound('The organization');
    const { organization, role } = found;
    if (role === null) throw new AppError('forbidden', 'You are not a member of this organization');
    if (!ROLE_PERMISSIONS[role].includes(permission)) {
      throw new AppError(
        'forbidden',
        `This needs the permission "${permission}", which the role ${role} does not have`,
      );
    }
    return { organization, role };
  };
}
