import type { RequestTo, ResponseTo } from '@strata/contracts/operation';
import type { listPolicies as operation } from '@strata/contracts/operations/policies';
import type { RequestContext } from '@strata/kernel/actor';
import { paginationOf } from '@strata/kernel/cursor';
import { requestedPage } from '../organization-data/requested-page.ts';
import { describePolicy } from './describe-policy.ts';
import type { PolicyStore } from './policy-store.ts';

/** Errors: `validation_error` for a damaged cursor. */
export function listPoliciesHandler({ policies }: { readonly policies: Pick<PolicyStore, 'list'> }) {
  return async function listPolicies(
    { params: { orgId }, query }: RequestTo<typeof operation>,
    { scope }: RequestContext,
  ): Promise<ResponseTo<typeof operation>> {
    const page = await policies.list(scope, orgId, requestedPage(query));
    return { items: page.items.map(describePolicy), pagination: paginationOf(page) };
  };
}
