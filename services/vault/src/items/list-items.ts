import type { listVaultItems } from '@strata/contracts/operations/vaults';
import { continuedFrom, paginationOf } from '@strata/kernel/cursor';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { z } from 'zod';
import { describeItem } from './describe-item.ts';
import type { ItemStore } from './item-store.ts';

/** One page of the items of a vault, without their values. Errors: `validation_error` for a damaged cursor. */
export const createListItems =
  (items: Pick<ItemStore, 'list'>) =>
  async (
    vaultId: string,
    { limit, cursor }: z.output<typeof listVaultItems.query>,
    scope: TenantScope,
  ): Promise<z.input<typeof listVaultItems.response>> => {
    const page = await items.list(scope, vaultId, { limit, after: continuedFrom(cursor) });
    return { items: page.items.map(describeItem), pagination: paginationOf(page) };
  };
