import type { RequestTo, ResponseTo } from '@strata/contracts/operation';
import type { listVaultAudit as listVaultAuditOperation } from '@strata/contracts/operations/vaults';
import type { VaultAuditEntry } from '@strata/contracts/schemas/vault';
import { continuedFrom, paginationOf, type Page, type PageBefore } from '@strata/kernel/cursor';
import type { TenantScope } from '@strata/kernel/tenant-scope';

type ListVaultAudit = typeof listVaultAuditOperation;

export interface AuditReader {
  /** Newest first; `before` continues after the page that ended there. */
  list(
    scope: TenantScope,
    vaultId: string,
    page: { readonly limit: number; readonly before: PageBefore | undefined },
  ): Promise<Page<VaultAuditEntry>>;
}

/** One page of a vault's audit log. Errors: `validation_error` for a damaged cursor. */
export function listAuditHandler({ audit }: { readonly audit: AuditReader }) {
  return async function listAudit(
    { query: { limit, cursor } }: RequestTo<ListVaultAudit>,
    { scope, vault }: { readonly scope: TenantScope; readonly vault: { readonly id: string } },
  ): Promise<ResponseTo<ListVaultAudit>> {
    const page = await audit.list(scope, vault.id, { limit, before: continuedFrom(cursor) });
    return { items: [...page.items], pagination: paginationOf(page) };
  };
}
