import type { RequestTo, ResponseTo } from '@strata/contracts/operation';
import { AUDIT_ACTIONS } from '@strata/contracts/operations/audit-actions';
import type { startErasure as startErasureOperation } from '@strata/contracts/operations/erasures';
import type { RequestContext } from '@strata/kernel/actor';
import { newErasureId } from '@strata/kernel/capture-ids';
import { queueAdminJob, type QueueAdminJobParts } from '../learning/queue-admin-job.ts';

/** Queues an erasure. Errors: `forbidden`, `unavailable`; see `queueAdminJob`. */
export const startErasureHandler = (parts: QueueAdminJobParts) =>
  function startErasure(
    { body: subject }: RequestTo<typeof startErasureOperation>,
    context: RequestContext,
  ): Promise<ResponseTo<typeof startErasureOperation>> {
    const jobId = newErasureId(context.scope);
    const action = AUDIT_ACTIONS.startErasure;
    return queueAdminJob(parts, { action, jobId, subject, request: {}, erasure: subject }, context);
  };
