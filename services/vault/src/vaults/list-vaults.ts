import type { listVaults } from '@strata/contracts/operations/vaults';
import type { RequestContext } from '@strata/kernel/actor';
import { continuedFrom, paginationOf } from '@strata/kernel/cursor';
import type { z } from 'zod';
import type { LeadsTenant } from '../access/leads-tenant.ts';
import { describeVault } from './describe-vault.ts';
import type { VaultStore } from './vault-store.ts';

export interface ListVaultsParts {
  readonly vaults: Pick<VaultStore, 'list'>;
  readonly leadsTenant: LeadsTenant;
}

/** One page of the vaults that the caller sees. Errors: `validation_error` for a damaged cursor; `unavailable`. */
export const createListVaults =
  ({ vaults, leadsTenant }: ListVaultsParts) =>
  async (
    { limit, cursor }: z.output<typeof listVaults.query>,
    context: RequestContext,
  ): Promise<z.input<typeof listVaults.response>> => {
    const after = continuedFrom(cursor);
    const createdBy = (await leadsTenant(context)) ? null : context.actor.id;
    const page = await vaults.list(context.scope, createdBy, { limit, after });
    return { items: page.items.map(describeVault), pagination: paginationOf(page) };
  };
