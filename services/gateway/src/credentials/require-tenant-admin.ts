import type { RequestContext } from '@strata/kernel/actor';
import { AppError } from '@strata/kernel/errors';
import type { TenantUser, UserRights } from './find-rights.ts';

/**
 * Lets only those pass from whom nothing in the tenant can be kept: tenant admins, their keys, and service keys that are not
 * bound to an agent. Errors: `forbidden` for others; `unavailable`.
 */
export type RequireTenantAdmin = (context: RequestContext) => Promise<void>;

/** The rights of the user behind a key. Errors: `unavailable`. */
export type RightsOfKeyOwner = (user: TenantUser) => Promise<UserRights | undefined>;

export const createRequireTenantAdmin =
  (rightsOfKeyOwner: RightsOfKeyOwner): RequireTenantAdmin =>
  async (context) => {
    if (!(await isForTenantAdmin(context, rightsOfKeyOwner)))
      throw new AppError('forbidden', 'This needs an owner or admin of the tenant');
  };

async function isForTenantAdmin(
  { scope: { tenantId }, actor }: RequestContext,
  rightsOfKeyOwner: RightsOfKeyOwner,
): Promise<boolean> {
  if (actor.type !== 'api_key') return actor.isTenantAdmin === true;
  if (actor.agentId !== undefined) return false;
  // Only tenant admins create service keys.
  if (actor.ownerId === undefined) return true;
  return (await rightsOfKeyOwner({ tenantId, userId: actor.ownerId }))?.isTenantAdmin === true;
}
