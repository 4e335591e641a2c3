import type { Organization } from '@strata/contracts/schemas/organization';
import { describeOrganization } from './describe-organization.ts';
import type { MemberContext } from './organization-store.ts';

export async function getOrganizationHandler(_request: unknown, context: MemberContext): Promise<Organization> {
  return describeOrganization(context);
}
