import type { listVaultAudit } from '@strata/contracts/operations/vaults';
import type { VaultAuditEntry } from '@strata/contracts/schemas/vault';
import { continuedFrom, paginationOf, type Page } from '@strata/kernel/cursor';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { z } from 'zod';

export interface AuditReader {
  /** Newest first; `before` continues after the page that ended there. */
  list(
    scope: TenantScope,
    vaultId: string,
    page: { readonly limit: number; readonly before: number | undefined },
  ): Promise<Page<VaultAuditEntry>>;
}

/** One page of a vault's audit log. Errors: `validation_error` for a damaged cursor. */
export const createListAudit =
  (reader: AuditReader) =>
  async (
    vaultId: string,
    { limit, cursor }: z.output<typeof listVaultAudit.query>,
    scope: TenantScope,
  ): Promise<z.input<typeof listVaultAudit.response>> => {
    const page = await reader.list(scope, vaultId, { limit, before: continuedFrom(cursor) });
    return { items: [...page.items], pagination: paginationOf(page) };
  };
