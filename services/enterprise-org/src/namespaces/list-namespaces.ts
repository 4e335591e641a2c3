import type { RequestTo, ResponseTo } from '@strata/contracts/operation';
import type { listNamespaces as operation } from '@strata/contracts/operations/namespaces';
import type { RequestContext } from '@strata/kernel/actor';
import { paginationOf } from '@strata/kernel/cursor';
import { requestedPage } from '../organization-data/requested-page.ts';
import { describeNamespace } from './describe-namespace.ts';
import type { NamespaceStore } from './namespace-store.ts';

/** Errors: `validation_error` for a damaged cursor. */
export function listNamespacesHandler({ namespaces }: { readonly namespaces: Pick<NamespaceStore, 'list'> }) {
  return async function listNamespaces(
    { params: { orgId }, query }: RequestTo<typeof operation>,
    { scope }: RequestContext,
  ): Promise<ResponseTo<typeof operation>> {
    const page = await namespaces.list(scope, orgId, requestedPage(query));
    return { items: page.items.map(describeNamespace), pagination: paginationOf(page) };
  };
}
