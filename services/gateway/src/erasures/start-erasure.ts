import type { AuditReport } from '@strata/contracts/calls/organizations';
import type { RequestTo, ResponseTo } from '@strata/contracts/operation';
import { AUDIT_ACTIONS } from '@strata/contracts/operations/audit-actions';
import type { startErasure as startErasureOperation } from '@strata/contracts/operations/erasures';
import type { RequestContext } from '@strata/kernel/actor';
import { newErasureId } from '@strata/kernel/capture-ids';
import type { Clock } from '@strata/kernel/clock';
import { describeSubject } from '@strata/kernel/erased-subject';
import { AppError } from '@strata/kernel/errors';
import { auditOfChange } from '@strata/policy/change-audit';
import type { TenantUser, UserRights } from '../credentials/find-rights.ts';
import type { QueueLearning } from '../learning/start-learning.ts';

export interface StartErasureParts {
  readonly queueLearning: QueueLearning;
  /** Errors: `unavailable`. */
  readonly recordAudit: (report: AuditReport, context: RequestContext) => Promise<void>;
  /** The rights of the user behind a key. Errors: `unavailable`. */
  readonly rightsOfKeyOwner: (user: TenantUser) => Promise<UserRights | undefined>;
  readonly clock: Clock;
}

/**
 * Queues an erasure behind everything that was captured before it. The audit log names the request and a hash of the end
 * user. Errors: `forbidden` unless the caller is a tenant admin, a key of one, or a service key that is not bound to an agent;
 * `unavailable`.
 */
export const startErasureHandler = ({ queueLearning, recordAudit, rightsOfKeyOwner, clock }: StartErasureParts) =>
  async function startErasure(
    { body }: RequestTo<typeof startErasureOperation>,
    context: RequestContext,
  ): Promise<ResponseTo<typeof startErasureOperation>> {
    if (!(await isForTenantAdmin(context, rightsOfKeyOwner)))
      throw new AppError('forbidden', 'This needs an owner or admin of the tenant');
    const jobId = newErasureId(context.scope);
    const at = clock.now();
    const changes = { before: null, after: { subject: describeSubject(body) } };
    const { report } = auditOfChange({ action: AUDIT_ACTIONS.startErasure, resourceId: jobId, changes, at }, context);
    await recordAudit(report, context);
    await queueLearning({ jobId, request: {}, erasure: body, requestedAt: at.toISOString() }, context);
    return { jobId, status: 'queued' };
  };

/** An erasure disregards policies, so it needs someone from whom nothing in the tenant can be kept. */
async function isForTenantAdmin(
  { scope: { tenantId }, actor }: RequestContext,
  rightsOfKeyOwner: StartErasureParts['rightsOfKeyOwner'],
): Promise<boolean> {
  if (actor.type !== 'api_key') return actor.isTenantAdmin === true;
  if (actor.agentId !== undefined) return false;
  // Only tenant admins create service keys.
  if (actor.ownerId === undefined) return true;
  return (await rightsOfKeyOwner({ tenantId, userId: actor.ownerId }))?.isTenantAdmin === true;
}
