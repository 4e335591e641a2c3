import type { listPolicies } from '@strata/contracts/operations/policies';
import { continuedFrom, paginationOf } from '@strata/kernel/cursor';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { z } from 'zod';
import { describePolicy } from './describe-policy.ts';
import type { PolicyStore } from './policy-store.ts';

/** One page of an organization's policies. Errors: `validation_error` for a damaged cursor. */
export const createListPolicies =
  ({ policies }: { readonly policies: Pick<PolicyStore, 'list'> }) =>
  async (
    orgId: string,
    { limit, cursor }: z.output<typeof listPolicies.query>,
    scope: TenantScope,
  ): Promise<z.input<typeof listPolicies.response>> => {
    const page = await policies.list(scope, orgId, { limit, after: continuedFrom(cursor) });
    return { items: page.items.map(describePolicy), pagination: paginationOf(page) };
  };
