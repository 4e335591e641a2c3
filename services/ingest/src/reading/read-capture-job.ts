import type { readCaptureJob as readCaptureJobCall } from '@strata/contracts/calls/ingest';
import type { RequestOfCall } from '@strata/contracts/message';
import type { Job } from '@strata/contracts/schemas/job';
import type { RequestContext } from '@strata/kernel/actor';
import { eventIdOfJob } from '@strata/kernel/capture-ids';
import { notFound } from '@strata/kernel/errors';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { EventReader } from './event-reader.ts';

/**
 * The job of one captured event (`cap_…`) or of a batch (`bat_…`), derived from what is stored.
 * Errors: `not_found` until something of it is stored; `unavailable`.
 */
export function readCaptureJobHandler({ events }: { readonly events: Pick<EventReader, 'get' | 'batch'> }) {
  return async function readCaptureJob(
    { jobId }: RequestOfCall<typeof readCaptureJobCall>,
    { scope }: RequestContext,
  ): Promise<Job> {
    return jobId.startsWith('bat_') ? batchJob(events, scope, jobId) : eventJob(events, scope, jobId);
  };
}

async function eventJob(events: Pick<EventReader, 'get'>, scope: TenantScope, jobId: string): Promise<Job> {
  const event = await events.get(scope, eventIdOfJob(jobId));
  if (!event) throw notFound('The job');
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

async function batchJob(events: Pick<EventReader, 'batch'>, scope: TenantScope, jobId: string): Promise<Job> {
  const batch = await events.batch(scope, jobId);
  if (!batch) throw notFound('The job');
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
