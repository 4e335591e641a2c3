import type { RequestTo, ResponseTo } from '@strata/contracts/operation';
import type { listErasures as listErasuresOperation } from '@strata/contracts/operations/erasures';
import { writerOf, type RequestContext } from '@strata/kernel/actor';
import { continuedFrom, paginationOf } from '@strata/kernel/cursor';
import type { ErasureStore } from './erasure-store.ts';

/**
 * One page of erasures, newest first: all of the tenant scope for a tenant admin, else those that the caller requested.
 * Errors: `validation_error` for a damaged cursor; `unavailable`.
 */
export const listErasuresHandler = ({ erasures }: { readonly erasures: Pick<ErasureStore, 'list'> }) =>
  async function listErasures(
    { query: { limit, cursor } }: RequestTo<typeof listErasuresOperation>,
    { scope, actor }: RequestContext,
  ): Promise<ResponseTo<typeof listErasuresOperation>> {
    const after = continuedFrom(cursor);
    const by = actor.isTenantAdmin === true ? null : writerOf(actor);
    const page = await erasures.list(scope, by, { limit, after });
    return { items: [...page.items], pagination: paginationOf(page) };
  };
