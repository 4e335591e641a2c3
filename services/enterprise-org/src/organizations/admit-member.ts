import { ROLE_PERMISSIONS, type Permission } from '@strata/contracts/schemas/organization';
import type { RequestContext } from '@strata/kernel/actor';
import { AppError, notFound } from '@strata/kernel/errors';
import type { OrganizationStore, OwnOrganization } from './organization-store.ts';

/**
 * Lets a caller into an organization of their tenant, for one kind of action.
 * Errors: `not_found` for an organization that is not of the tenant; `forbidden` for a caller who is no member, or
 * whose role does not permit it.
 */
export const createAdmitMember =
  (organizations: Pick<OrganizationStore, 'find'>) =>
  async (orgId: string, permission: Permission, { scope, actor }: RequestContext): Promise<OwnOrganization> => {
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
