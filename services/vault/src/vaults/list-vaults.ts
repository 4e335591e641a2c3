import type { RequestTo, ResponseTo } from '@strata/contracts/operation';
import type { listVaults as listVaultsOperation } from '@strata/contracts/operations/vaults';
import type { RequestContext } from '@strata/kernel/actor';
import { continuedFrom, paginationOf } from '@strata/kernel/cursor';
import { describeVault } from './describe-vault.ts';
import type { VaultStore } from './vault-store.ts';

type ListVaults = typeof listVaultsOperation;

/**
 * One page of the vaults that the caller may use: all of the tenant for a tenant admin, their own for other users.
 * Errors: `validation_error` for a damaged cursor; `unavailable`.
 */
export function listVaultsHandler({ vaults }: { readonly vaults: Pick<VaultStore, 'list'> }) {
  return async function listVaults(
    { query: { limit, cursor } }: RequestTo<ListVaults>,
    { scope, actor }: RequestContext,
  ): Promise<ResponseTo<ListVaults>> {
    const createdBy = actor.isTenantAdmin === true ? null : actor.id;
    const page = await vaults.list(scope, createdBy, { limit, after: continuedFrom(cursor) });
    return { items: page.items.map(describeVault), pagination: paginationOf(page) };
  };
}
