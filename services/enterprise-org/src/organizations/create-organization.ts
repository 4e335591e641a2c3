import type { RequestTo } from '@strata/contracts/operation';
import type { createOrganization as operation } from '@strata/contracts/operations/organizations';
import type { Organization } from '@strata/contracts/schemas/organization';
import type { RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import { conflict } from '@strata/kernel/errors';
import { newId } from '@strata/kernel/ids';
import { OWNER } from '../members/rank.ts';
import type { AnnounceRoles } from '../members/update-member.ts';
import { auditedOrganization, describeOrganization } from './describe-organization.ts';
import type { OrganizationStore } from './organization-store.ts';

/** Most organizations that one user may create in a tenant. */
const MOST_CREATED = 100;

/** Reads the account of a user of the tenant. Errors: `not_found`, `unavailable`. */
export type ReadUser = (
  userId: string,
  context: RequestContext,
) => Promise<{ readonly email: string | null; readonly name: string | null }>;

export interface CreateOrganizationParts {
  readonly organizations: Pick<OrganizationStore, 'create'>;
  readonly readUser: ReadUser;
  readonly announceRoles: AnnounceRoles;
  readonly clock: Clock;
}

/**
 * Creates an organization in the caller's tenant; the caller becomes its owner. It is tenant-wide if the caller is a tenant
 * admin.
 * Errors: `conflict` for a taken slug, and when the caller has created the maximum of organizations.
 */
export function createOrganizationHandler({ organizations, readUser, announceRoles, clock }: CreateOrganizationParts) {
  return async function createOrganization(
    { body }: RequestTo<typeof operation>,
    context: RequestContext,
  ): Promise<Organization> {
    const { id: userId, isTenantAdmin: isOfTenant = false } = context.actor;
    const { email, name } = await readUser(userId, context);
    const id = newId('org');
    const organization = await organizations.create(context, id, async (creation, record) => {
      if ((await creation.countCreatedBy(userId)) >= MOST_CREATED)
        throw conflict(`You have created ${String(MOST_CREATED)} organizations, which is the maximum`);
      const now = clock.now();
      const created = { id, ...body, isOfTenant, createdAt: now, updatedAt: now };
      await creation.insert(created, { memberId: newId('mbr'), userId, email, name, role: OWNER });
      const after = { ...auditedOrganization(created), owner: userId };
      record({ action: 'organization.create', resourceId: id, before: null, after });
      return created;
    });
    await announceRoles(userId, context);
    return describeOrganization({ organization, role: OWNER });
  };
}
