import type { AuditReport } from '@strata/contracts/calls/organizations';
import type { RequestTo, ResponseTo } from '@strata/contracts/operation';
import { AUDIT_ACTIONS } from '@strata/contracts/operations/audit-actions';
import type { startErasure as startErasureOperation } from '@strata/contracts/operations/erasures';
import type { RequestContext } from '@strata/kernel/actor';
import { newErasureId } from '@strata/kernel/capture-ids';
import type { Clock } from '@strata/kernel/clock';
import { describeSubject } from '@strata/kernel/erased-subject';
import { auditOfChange } from '@strata/policy/change-audit';
import type { RequireTenantAdmin } from '../credentials/require-tenant-admin.ts';
import type { QueueLearning } from '../learning/start-learning.ts';

export interface StartErasureParts {
  readonly queueLearning: QueueLearning;
  /** Errors: `unavailable`. */
  readonly recordAudit: (report: AuditReport, context: RequestContext) => Promise<void>;
  readonly requireTenantAdmin: RequireTenantAdmin;
  readonly clock: Clock;
}

/**
 * Queues an erasure behind everything that was captured before it. The audit log names the request and a hash of the
 * subject. Policies are disregarded. Errors: `forbidden` unless the caller is a tenant admin, a key of one, or a service key that is not bound to an agent;
 * `unavailable`.
 */
export const startErasureHandler = ({ queueLearning, recordAudit, requireTenantAdmin, clock }: StartErasureParts) =>
  async function startErasure(
    { body }: RequestTo<typeof startErasureOperation>,
    context: RequestContext,
  ): Promise<ResponseTo<typeof startErasureOperation>> {
    await requireTenantAdmin(context);
    const jobId = newErasureId(context.scope);
    const at = clock.now();
    const changes = { before: null, after: { subject: describeSubject(body) } };
    const { report } = auditOfChange({ action: AUDIT_ACTIONS.startErasure, resourceId: jobId, changes, at }, context);
    await recordAudit(report, context);
    await queueLearning({ jobId, request: {}, erasure: body, requestedAt: at.toISOString() }, context);
    return { jobId, status: 'queued' };
  };
