import type { RequestTo, ResponseTo } from '@strata/contracts/operation';
import type { listOrganizations as operation } from '@strata/contracts/operations/organizations';
import type { RequestContext } from '@strata/kernel/actor';
import { paginationOf } from '@strata/kernel/cursor';
import { requestedPage } from '../organization-data/requested-page.ts';
import { describeOrganization } from './describe-organization.ts';
import type { OrganizationStore } from './organization-store.ts';

/** Lists the caller's organizations. Errors: `validation_error` for a damaged cursor. */
export function listOrganizationsHandler({
  organizations,
}: {
  readonly organizations: Pick<OrganizationStore, 'list'>;
}) {
  return async function listOrganizations(
    { query }: RequestTo<typeof operation>,
    { scope, actor }: RequestContext,
  ): Promise<ResponseTo<typeof operation>> {
    const page = await organizations.list(scope, actor.id, requestedPage(query));
    return { items: page.items.map(describeOrganization), pagination: paginationOf(page) };
  };
}
