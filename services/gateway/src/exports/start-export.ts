import type { AuditReport } from '@strata/contracts/calls/organizations';
import type { RequestTo, ResponseTo } from '@strata/contracts/operation';
import { AUDIT_ACTIONS } from '@strata/contracts/operations/audit-actions';
import type { startExport as startExportOperation } from '@strata/contracts/operations/exports';
import type { RequestContext } from '@strata/kernel/actor';
import { newExportId } from '@strata/kernel/capture-ids';
import type { Clock } from '@strata/kernel/clock';
import { describeSubject } from '@strata/kernel/erased-subject';
import { auditOfChange } from '@strata/policy/change-audit';
import type { RequireTenantAdmin } from '../credentials/require-tenant-admin.ts';
import type { QueueLearning } from '../learning/start-learning.ts';

export interface StartExportParts {
  readonly queueLearning: QueueLearning;
  /** Errors: `unavailable`. */
  readonly recordAudit: (report: AuditReport, context: RequestContext) => Promise<void>;
  readonly requireTenantAdmin: RequireTenantAdmin;
  readonly clock: Clock;
}

/**
 * Queues an export behind everything that was captured before it. The audit log names the request and a hash of the end user.
 * Errors: `forbidden` unless the caller is a tenant admin, a key of one, or a service key that is not bound to an agent;
 * `unavailable`.
 */
export const startExportHandler = ({ queueLearning, recordAudit, requireTenantAdmin, clock }: StartExportParts) =>
  async function startExport(
    { body: { userId } }: RequestTo<typeof startExportOperation>,
    context: RequestContext,
  ): Promise<ResponseTo<typeof startExportOperation>> {
    await requireTenantAdmin(context);
    const jobId = newExportId(context.scope);
    const at = clock.now();
    const changes = { before: null, after: { subject: describeSubject({ userId }) } };
    const { report } = auditOfChange({ action: AUDIT_ACTIONS.startExport, resourceId: jobId, changes, at }, context);
    await recordAudit(report, context);
    await queueLearning({ jobId, request: { userId }, isExport: true, requestedAt: at.toISOString() }, context);
    return { jobId, status: 'queued' };
  };
