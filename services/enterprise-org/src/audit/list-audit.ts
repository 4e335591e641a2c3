import type { RequestTo, ResponseTo } from '@strata/contracts/operation';
import type { listAudit as operation } from '@strata/contracts/operations/audit';
import type { AuditEntry } from '@strata/contracts/schemas/audit';
import type { RequestContext } from '@strata/kernel/actor';
import { continuedFrom, paginationOf, type Page, type PageBefore } from '@strata/kernel/cursor';
import type { TenantScope } from '@strata/kernel/tenant-scope';

export type AuditFilter = Omit<RequestTo<typeof operation>['query'], 'limit' | 'cursor'>;

export interface AuditReader {
  /** Newest first; `before` is where the previous page ended. */
  list(
    scope: TenantScope,
    organizationId: string,
    filter: AuditFilter,
    page: { readonly limit: number; readonly before: PageBefore | undefined },
  ): Promise<Page<AuditEntry>>;
}

/** Errors: `validation_error` for a damaged cursor. */
export function listAuditHandler({ auditReader }: { readonly auditReader: AuditReader }) {
  return async function listAudit(
    { params: { orgId }, query: { limit, cursor, ...filter } }: RequestTo<typeof operation>,
    { scope }: RequestContext,
  ): Promise<ResponseTo<typeof operation>> {
    const page = await auditReader.list(scope, orgId, filter, { limit, before: continuedFrom(cursor) });
    return { items: [...page.items], pagination: paginationOf(page) };
  };
}
