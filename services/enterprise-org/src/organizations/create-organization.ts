import type { createOrganizationRequestSchema, Organization } from '@strata/contracts/schemas/organization';
import type { RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import { conflict } from '@strata/kernel/errors';
import { newId } from '@strata/kernel/ids';
import type { z } from 'zod';
import { auditedOrganization, describeOrganization } from './describe-organization.ts';
import type { OrganizationStore } from './organization-store.ts';

/** Most organizations that one user may create in a tenant. */
const MOST_CREATED = 100;

/** The account of a user of the tenant. Errors: `not_found`, `unavailable`. */
export type ReadUser = (
  userId: string,
  context: RequestContext,
) => Promise<{ readonly email: string | null; readonly name: string | null; readonly isOwner: boolean }>;

export interface CreateOrganizationParts {
  readonly organizations: Pick<OrganizationStore, 'create'>;
  readonly readUser: ReadUser;
  readonly announceRoles: (userId: string, context: RequestContext) => Promise<void>;
  readonly clock: Clock;
}

/**
 * Makes an organization in the caller's tenant, whose owner the caller becomes.
 * Errors: `conflict` for a taken slug, and for one organization too many.
 */
export const createCreateOrganization =
  ({ organizations, readUser, announceRoles, clock }: CreateOrganizationParts) =>
  async (request: z.output<typeof createOrganizationRequestSchema>, context: RequestContext): Promise<Organization> => {
    const userId = context.actor.id;
    const { email, name, isOwner } = await readUser(userId, context);
    const id = newId('org');
    const organization = await organizations.create(context, id, async (founding, note) => {
      if ((await founding.countCreatedBy(userId)) >= MOST_CREATED)
        throw conflict(`You have created ${String(MOST_CREATED)} organizations, which is the maximum`);
      const isOfTenant = isOwner || (await founding.leadsTenant(userId));
      const now = clock.now();
      const organization = { id, ...request, isOfTenant, createdAt: now, updatedAt: now };
      await founding.insert(organization, { memberId: newId('mbr'), userId, email, name });
      const after = { ...auditedOrganization(organization), owner: userId };
      note({ action: 'organization.create', resourceId: id, before: null, after });
      return organization;
    });
    await announceRoles(userId, context);
    return describeOrganization({ organization, role: 'owner' });
  };
