import type { Organization, updateOrganizationRequestSchema } from '@strata/contracts/schemas/organization';
import type { RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import type { z } from 'zod';
import { describeOrganization } from './describe-organization.ts';
import type { OrganizationStore, OwnOrganization } from './organization-store.ts';

/** Changes what is sent and leaves the rest alone. Errors: `conflict` for a taken slug. */
export const createUpdateOrganization =
  ({ organizations, clock }: { readonly organizations: Pick<OrganizationStore, 'update'>; readonly clock: Clock }) =>
  async (
    { organization: { id }, role }: OwnOrganization,
    change: z.output<typeof updateOrganizationRequestSchema>,
    { scope }: RequestContext,
  ): Promise<Organization> => {
    const organization = await organizations.update(scope, id, { ...change, at: clock.now() });
    return describeOrganization({ organization, role });
  };
