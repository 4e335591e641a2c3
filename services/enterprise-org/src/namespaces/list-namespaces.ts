import type { listNamespaces } from '@strata/contracts/operations/namespaces';
import { continuedFrom, paginationOf } from '@strata/kernel/cursor';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { z } from 'zod';
import { describeNamespace } from './describe-namespace.ts';
import type { NamespaceStore } from './namespace-store.ts';

/** One page of an organization's namespaces. Errors: `validation_error` for a damaged cursor. */
export const createListNamespaces =
  ({ namespaces }: { readonly namespaces: Pick<NamespaceStore, 'list'> }) =>
  async (
    orgId: string,
    { limit, cursor }: z.output<typeof listNamespaces.query>,
    scope: TenantScope,
  ): Promise<z.input<typeof listNamespaces.response>> => {
    const page = await namespaces.list(scope, orgId, { limit, after: continuedFrom(cursor) });
    return { items: page.items.map(describeNamespace), pagination: paginationOf(page) };
  };
