import type { listLifecyclePolicies } from '@strata/contracts/operations/lifecycle';
import { continuedFrom, paginationOf } from '@strata/kernel/cursor';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { z } from 'zod';
import { describeLifecyclePolicy } from './describe-lifecycle-policy.ts';
import type { LifecycleStore } from './lifecycle-store.ts';

/** One page of an organization's lifecycle policies. Errors: `validation_error` for a damaged cursor. */
export const createListLifecyclePolicies =
  ({ lifecycle }: { readonly lifecycle: Pick<LifecycleStore, 'list'> }) =>
  async (
    orgId: string,
    { limit, cursor }: z.output<typeof listLifecyclePolicies.query>,
    scope: TenantScope,
  ): Promise<z.input<typeof listLifecyclePolicies.response>> => {
    const page = await lifecycle.list(scope, orgId, { limit, after: continuedFrom(cursor) });
    return { items: page.items.map(describeLifecyclePolicy), pagination: paginationOf(page) };
  };
