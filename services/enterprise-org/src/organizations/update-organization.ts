import type { Organization, updateOrganizationRequestSchema } from '@strata/contracts/schemas/organization';
import type { RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import type { z } from 'zod';
import { noteDifference } from '../audit/note.ts';
import { auditedOrganization, describeOrganization } from './describe-organization.ts';
import type { OrganizationStore, OwnOrganization } from './organization-store.ts';

/** Changes what is sent and leaves the rest alone. Errors: `conflict` for a taken slug. */
export const createUpdateOrganization =
  ({ organizations, clock }: { readonly organizations: Pick<OrganizationStore, 'change'>; readonly clock: Clock }) =>
  async (
    { organization: { id }, role }: OwnOrganization,
    change: z.output<typeof updateOrganizationRequestSchema>,
    context: RequestContext,
  ): Promise<Organization> => {
    const organization = await organizations.change(context, id, async (held, note) => {
      const before = await held.get();
      const name = change.name ?? before.name;
      const slug = change.slug ?? before.slug;
      const after = { ...before, name, slug, updatedAt: clock.now() };
      const what = { action: 'organization.update', resourceId: id };
      if (!noteDifference(note, what, auditedOrganization(before), auditedOrganization(after))) return before;
      await held.put(after);
      return after;
    });
    return describeOrganization({ organization, role });
  };
