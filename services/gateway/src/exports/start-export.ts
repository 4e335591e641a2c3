import type { RequestTo, ResponseTo } from '@strata/contracts/operation';
import { AUDIT_ACTIONS } from '@strata/contracts/operations/audit-actions';
import type { startExport as startExportOperation } from '@strata/contracts/operations/exports';
import type { RequestContext } from '@strata/kernel/actor';
import { newExportId } from '@strata/kernel/capture-ids';
import { queueAdminJob, type QueueAdminJobParts } from '../learning/queue-admin-job.ts';

/** Queues an export. Errors: `forbidden`, `unavailable`; see `queueAdminJob`. */
export const startExportHandler = (parts: QueueAdminJobParts) =>
  function startExport(
    { body: subject }: RequestTo<typeof startExportOperation>,
    context: RequestContext,
  ): Promise<ResponseTo<typeof startExportOperation>> {
    const jobId = newExportId(context.scope);
    const action = AUDIT_ACTIONS.startExport;
    return queueAdminJob(parts, { action, jobId, subject, request: subject, isExport: true }, context);
  };
