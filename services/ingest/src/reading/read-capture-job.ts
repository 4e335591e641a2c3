import type { Job } from '@strata/contracts/schemas/job';
import { eventIdOfJob } from '@strata/kernel/capture-ids';
import { notFound } from '@strata/kernel/errors';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { EventReader } from './event-reader.ts';

/**
 * The job of one captured event (`cap_…`) or of a batch (`bat_…`), read from what is stored.
 * @throws AppError `not_found` while nothing of it is stored.
 */
export const readCapture = (reader: EventReader, scope: TenantScope, jobId: string): Promise<Job> =>
  jobId.startsWith('bat_') ? batchJob(reader, scope, jobId) : eventJob(reader, scope, jobId);

async function eventJob(reader: EventReader, scope: TenantScope, jobId: string): Promise<Job> {
  const event = await reader.get(scope, eventIdOfJob(jobId));
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

async function batchJob(reader: EventReader, scope: TenantScope, jobId: string): Promise<Job> {
  const batch = await reader.batch(scope, jobId);
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
