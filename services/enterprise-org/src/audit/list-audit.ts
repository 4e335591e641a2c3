import type { listAudit } from '@strata/contracts/operations/audit';
import type { AuditEntry } from '@strata/contracts/schemas/audit';
import { continuedFrom, paginationOf, type Page } from '@strata/kernel/cursor';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { z } from 'zod';

type Query = z.output<typeof listAudit.query>;
export type AuditFilter = Pick<Query, 'action' | 'actorId' | 'resourceType' | 'startDate' | 'endDate'>;

export interface AuditReader {
  /** Newest first; `before` continues after the page that ended there. */
  list(
    scope: TenantScope,
    organizationId: string,
    filter: AuditFilter,
    page: { readonly limit: number; readonly before: number | undefined },
  ): Promise<Page<AuditEntry>>;
}

/** One page of an organization's audit log. Errors: `validation_error` for a damaged cursor. */
export const createListAudit =
  (reader: AuditReader) =>
  async (
    organizationId: string,
    { limit, cursor, ...filter }: Query,
    scope: TenantScope,
  ): Promise<z.input<typeof listAudit.response>> => {
    const page = await reader.list(scope, organizationId, filter, { limit, before: continuedFrom(cursor) });
    return { items: [...page.items], pagination: paginationOf(page) };
  };
