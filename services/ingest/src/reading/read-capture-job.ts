import type { readCaptureJob as readCaptureJobCall } from '@strata/contracts/calls/ingest';
import type { RequestOfCall } from '@strata/contracts/message';
import type { Job } from '@strata/contracts/schemas/job';
import { isBy, type RequestContext } from '@strata/kernel/actor';
import { eventIdOfJob } from '@strata/kernel/capture-ids';
import { AppError, notFound } from '@strata/kernel/errors';
import { eventDenial } from './event-denial.ts';
import type { ReadingParts } from './reading-parts.ts';
import type { VisibilityParts } from './visible-events.ts';

type Parts = VisibilityParts & Pick<ReadingParts, 'events'>;

/**
 * The job of one captured event (`cap_…`) or of a batch (`bat_…`), derived from what is stored.
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
  if (!event) throw notFound('The job');
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

async function batchJob({ events }: Parts, { scope, actor }: RequestContext, jobId: string): Promise<Job> {
  const batch = await events.batch(scope, jobId);
  if (!batch) throw notFound('The job');
  if (!isBy(batch.writer, actor) && actor.isTenantAdmin !== true && actor.type !== 'system')
    throw new AppError('forbidden', 'The job stores a batch of another writer');
  const done = batch.stored >= batch.total;
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
