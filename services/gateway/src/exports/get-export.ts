import type { readExportLines } from '@strata/contracts/calls/exports';
import type { AuditReport } from '@strata/contracts/calls/organizations';
import type { RequestOfCall, ResponseOfCall } from '@strata/contracts/message';
import type { RequestTo } from '@strata/contracts/operation';
import { AUDIT_ACTIONS } from '@strata/contracts/operations/audit-actions';
import type { getExport as getExportOperation } from '@strata/contracts/operations/exports';
import type { RequestContext } from '@strata/kernel/actor';
import { wasIssued } from '@strata/kernel/capture-ids';
import type { Clock } from '@strata/kernel/clock';
import { AppError, conflict, notFound } from '@strata/kernel/errors';
import { auditOfChange } from '@strata/policy/change-audit';
import type { RequireTenantAdmin } from '../credentials/require-tenant-admin.ts';
import { checkedLines, type LinePage } from './checked-lines.ts';

export interface GetExportParts {
  /** Errors: `not_found` while the export is not stored; `conflict`; `gone`; `unavailable`. */
  readonly readExportLines: (
    request: RequestOfCall<typeof readExportLines>,
    context: RequestContext,
  ) => Promise<ResponseOfCall<typeof readExportLines>>;
  /** Errors: `unavailable`. */
  readonly recordAudit: (report: AuditReport, context: RequestContext) => Promise<void>;
  readonly requireTenantAdmin: RequireTenantAdmin;
  readonly clock: Clock;
}

/**
 * Downloads an export, page by page as the client takes it. The audit log has an entry before the first byte is sent.
 * Errors: `forbidden` for those who may not request an export; `not_found`; `conflict` while it is not ready; `gone`;
 * `unavailable`. A later error ends the stream before its last line.
 */
export const getExportHandler = ({ readExportLines, recordAudit, requireTenantAdmin, clock }: GetExportParts) =>
  async function getExport(
    { params: { id: jobId } }: RequestTo<typeof getExportOperation>,
    context: RequestContext,
  ): Promise<AsyncIterable<string>> {
    await requireTenantAdmin(context);
    if (!jobId.startsWith('xpt_') || !wasIssued(context.scope, jobId)) throw notFound('The export');
    const read = async (cursor: LinePage['cursor']): Promise<LinePage> => readExportLines({ jobId, cursor }, context);
    const first = await read(null).catch((error: unknown) => {
      // It was issued, so it is on its way to the store.
      if (error instanceof AppError && error.code === 'not_found')
        throw conflict('The export is not ready: its job is queued');
      throw error;
    });
    const changes = { before: null, after: null };
    const at = clock.now();
    const { report } = auditOfChange({ action: AUDIT_ACTIONS.getExport, resourceId: jobId, changes, at }, context);
    await recordAudit(report, context);
    return checkedLines(first, read);
  };
