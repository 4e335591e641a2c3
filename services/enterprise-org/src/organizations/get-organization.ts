import type { Organization } from '@strata/contracts/schemas/organization';
import { describeOrganization } from './describe-organization.ts';
import type { MemberContext } from './organization-store.ts';

/** Returns the organization that authorization has read already. */
export async function getOrganizationHandler(_request: unknown, context: MemberContext): Promise<Organization> {
  return describeOrganization(context);
}
