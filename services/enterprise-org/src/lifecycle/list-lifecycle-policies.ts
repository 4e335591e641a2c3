import type { RequestTo, ResponseTo } from '@strata/contracts/operation';
import type { listLifecyclePolicies as operation } from '@strata/contracts/operations/lifecycle';
import type { RequestContext } from '@strata/kernel/actor';
import { paginationOf } from '@strata/kernel/cursor';
import { requestedPage } from '../organization-data/requested-page.ts';
import { describeLifecyclePolicy } from './describe-lifecycle-policy.ts';
import type { LifecycleStore } from './lifecycle-store.ts';

/** Errors: `validation_error` for a damaged cursor. */
export function listLifecyclePoliciesHandler({ lifecycle }: { readonly lifecycle: Pick<LifecycleStore, 'list'> }) {
  return async function listLifecyclePolicies(
    { params: { orgId }, query }: RequestTo<typeof operation>,
    { scope }: RequestContext,
  ): Promise<ResponseTo<typeof operation>> {
    const page = await lifecycle.list(scope, orgId, requestedPage(query));
    return { items: page.items.map(describeLifecyclePolicy), pagination: paginationOf(page) };
  };
}
