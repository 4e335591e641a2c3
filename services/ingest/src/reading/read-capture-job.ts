import type { readCaptureJob as readCaptureJobCall } from '@strata/contracts/calls/ingest';
import type { RequestOfCall } from '@strata/contracts/message';
import type { Job } from '@strata/contracts/schemas/job';
import { isBy, type RequestContext, type Writer } from '@strata/kernel/actor';
import { eventIdOfJob } from '@strata/kernel/capture-ids';
import { AppError, notFound } from '@strata/kernel/errors';
import type { CaptureFailures } from '../capturing/capture-failures.ts';
import { eventDenial } from './event-denial.ts';
import type { ReadingParts } from './reading-parts.ts';
import type { VisibilityParts } from './visible-events.ts';

interface Parts extends VisibilityParts, Pick<ReadingParts, 'events'> {
  readonly failures: Pick<CaptureFailures, 'get'>;
}

/**
 * The job of one captured event (`cap_…`) or of a batch (`bat_…`), derived from what is stored. It is `failed` once its
 * command is a dead letter.
 * Errors: `not_found` until something of it is stored; `forbidden` if the caller may not see it; `unavailable`.
 */
export function readCaptureJobHandler(parts: Parts) {
  return async function readCaptureJob(
    { jobId }: RequestOfCall<typeof readCaptureJobCall>,
    context: RequestContext,
  ): Promise<Job> {
    return jobId.startsWith('bat_') ? batchJob(parts, context, jobId) : eventJob(parts, context, jobId);
  };
}

async function eventJob(parts: Parts, context: RequestContext, jobId: string): Promise<Job> {
  const event = await parts.events.get(context.scope, eventIdOfJob(jobId));
  // An event of a dead letter that was moved back is stored after all.
  if (!event) return failedJob(parts, context, jobId);
  if (!isBy(event.writer, context.actor) && (await eventDenial(parts, context, event)) !== null)
    throw new AppError('forbidden', 'The job stores an event that the caller may not read');
  return {
    id: jobId,
    type: 'capture',
    status: 'completed',
    progress: { stage: 'stored', processed: 1, total: 1 },
    result: { eventId: event.id },
    error: null,
    createdAt: event.receivedAt,
    startedAt: event.receivedAt,
    finishedAt: event.receivedAt,
  };
}

async function batchJob(parts: Parts, context: RequestContext, jobId: string): Promise<Job> {
  const batch = await parts.events.batch(context.scope, jobId);
  if (!batch) return failedJob(parts, context, jobId);
  requireWriter(batch.writer, context);
  const done = batch.stored >= batch.total;
  if (!done && (await parts.failures.get(context.scope, jobId)) !== undefined) return failedJob(parts, context, jobId);
  return {
    id: jobId,
    type: 'capture',
    status: done ? 'completed' : 'active',
    progress: { stage: done ? 'stored' : 'storing', processed: batch.stored, total: batch.total },
    result: done ? { events: batch.stored } : null,
    error: null,
    createdAt: batch.firstAt.toISOString(),
    startedAt: batch.firstAt.toISOString(),
    finishedAt: done ? batch.lastAt.toISOString() : null,
  };
}

function requireWriter(writer: Writer | null, { actor }: RequestContext): void {
  if (!isBy(writer, actor) && actor.isTenantAdmin !== true && actor.type !== 'system')
    throw new AppError('forbidden', 'The job stores what another writer captured');
}

async function failedJob({ failures }: Parts, context: RequestContext, id: string): Promise<Job> {
  const failure = await failures.get(context.scope, id);
  if (failure === undefined) throw notFound('The job');
  requireWriter(failure.writer, context);
  return {
    id,
    type: 'capture',
    status: 'failed',
    progress: { stage: 'failed', processed: 0, total: null },
    result: null,
    error: failure.error,
    createdAt: null,
    startedAt: null,
    finishedAt: failure.at.toISOString(),
  };
}
