import type { RequestTo } from '@strata/contracts/operation';
import type { updateOrganization as operation } from '@strata/contracts/operations/organizations';
import type { Organization } from '@strata/contracts/schemas/organization';
import type { Clock } from '@strata/kernel/clock';
import { recordDifference } from '../audit/audited-change.ts';
import { withChanges } from '../organization-data/with-changes.ts';
import { auditedOrganization, describeOrganization } from './describe-organization.ts';
import type { MemberContext, OrganizationStore } from './organization-store.ts';

export interface UpdateOrganizationParts {
  readonly organizations: Pick<OrganizationStore, 'change'>;
  readonly clock: Clock;
}

/** Errors: `conflict` for a taken slug. */
export function updateOrganizationHandler({ organizations, clock }: UpdateOrganizationParts) {
  return async function updateOrganization(
    { params: { orgId }, body }: RequestTo<typeof operation>,
    { role, ...context }: MemberContext,
  ): Promise<Organization> {
    const organization = await organizations.change(context, orgId, async (locked, record) => {
      const before = await locked.get();
      const after = { ...withChanges(before, body), updatedAt: clock.now() };
      const what = { action: 'organization.update', resourceId: orgId };
      if (!recordDifference(record, what, auditedOrganization(before), auditedOrganization(after))) return before;
      await locked.update(after);
      return after;
    });
    return describeOrganization({ organization, role });
  };
}
