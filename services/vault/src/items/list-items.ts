import type { RequestTo, ResponseTo } from '@strata/contracts/operation';
import type { listVaultItems as listVaultItemsOperation } from '@strata/contracts/operations/vaults';
import { continuedFrom, paginationOf } from '@strata/kernel/cursor';
import type { VaultContext } from '../access/vault-guard.ts';
import { describeItem } from './describe-item.ts';
import type { ItemStore } from './item-store.ts';

type ListVaultItems = typeof listVaultItemsOperation;

/** One page of the items of a vault, without their values. Errors: `validation_error` for a damaged cursor. */
export function listItemsHandler({ items }: { readonly items: Pick<ItemStore, 'list'> }) {
  return async function listItems(
    { query: { limit, cursor } }: RequestTo<ListVaultItems>,
    { scope, vault }: VaultContext,
  ): Promise<ResponseTo<ListVaultItems>> {
    const page = await items.list(scope, vault.id, { limit, after: continuedFrom(cursor) });
    return { items: page.items.map(describeItem), pagination: paginationOf(page) };
  };
}
