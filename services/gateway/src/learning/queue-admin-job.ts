import type { LearnJob } from '@strata/contracts/calls/learn';
import type { AuditReport } from '@strata/contracts/calls/organizations';
import type { AuditAction } from '@strata/contracts/operations/audit-actions';
import type { RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import { describeSubject, type NamedSubject } from '@strata/kernel/erased-subject';
import { auditOfChange } from '@strata/policy/change-audit';
import type { RequireTenantAdmin } from '../credentials/require-tenant-admin.ts';
import type { QueueLearning } from './start-learning.ts';

export interface QueueAdminJobParts {
  readonly queueLearning: QueueLearning;
  /** Errors: `unavailable`. */
  readonly recordAudit: (report: AuditReport, context: RequestContext) => Promise<void>;
  readonly requireTenantAdmin: RequireTenantAdmin;
  readonly clock: Clock;
}

export interface AdminJob extends Omit<LearnJob, 'requestedAt'> {
  readonly action: AuditAction;
  /** Whose data the job is about. The audit log gets a hash of it. */
  readonly subject: NamedSubject;
}

/**
 * Queues an erasure or an export behind everything that was captured before it, after the audit log has the request. Policies
 * are disregarded. Errors: `forbidden` unless the caller is a tenant admin, a key of one, or a service key that is not bound to an
 * agent; `unavailable`.
 */
export async function queueAdminJob(
  { queueLearning, recordAudit, requireTenantAdmin, clock }: QueueAdminJobParts,
  { action, subject, ...job }: AdminJob,
  context: RequestContext,
): Promise<{ jobId: string; status: 'queued' }> {
  await requireTenantAdmin(context);
  const at = clock.now();
  const changes = { before: null, after: { subject: describeSubject(subject) } };
  const { report } = auditOfChange({ action, resourceId: job.jobId, changes, at }, context);
  await recordAudit(report, context);
  await queueLearning({ ...job, requestedAt: at.toISOString() }, context);
  return { jobId: job.jobId, status: 'queued' };
}
