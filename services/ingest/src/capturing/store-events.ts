import type { StoreCommand } from '@strata/contracts/calls/ingest';
import { writerOf, type RequestContext } from '@strata/kernel/actor';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { BatchChunk, EventWriter, WrittenEvent } from './event-writer.ts';
import { queueLearnJobs, type CapturedJob, type QueueLearning } from './queue-learn-jobs.ts';
import { RunningWork } from './running-work.ts';

export interface StoreEventsParts {
  readonly writer: EventWriter;
  readonly queueLearning: QueueLearning;
  /** Announces to the other services, without waiting, that events of a tenant scope were stored. */
  readonly announceStored: (scope: TenantScope) => void;
  /** Receives, after each write, how many events it was given, and how many of them were new. */
  readonly observeStored: (given: number, stored: number) => void;
}

interface StoreDelivery {
  readonly payload: StoreCommand;
  readonly context: RequestContext;
}

/**
 * Handles commands with one write for each tenant scope, and then queues the learn jobs among them. Safe to repeat: events
 * and chunks that are already stored do not change. Errors: `unavailable`.
 */
export function storeEventsHandler({ writer, queueLearning, announceStored, observeStored }: StoreEventsParts) {
  const writing = new RunningWork();
  const settled = async (scope: TenantScope): Promise<void> => {
    await writing.settled();
    await writer.settled(scope);
  };

  return async function storeEvents(deliveries: readonly StoreDelivery[]): Promise<void> {
    const { writes, jobs } = sortByKind(deliveries);
    const stored = await writing.run(async () => {
      let count = 0;
      for (const write of writes) {
        count += await writer.store(write);
        announceStored(write.scope);
      }
      return count;
    });
    observeStored(
      writes.reduce((sum, { events }) => sum + events.length, 0),
      stored,
    );
    await queueLearnJobs({ settled, queueLearning }, jobs);
  };
}

interface GrowingWrite {
  readonly scope: TenantScope;
  readonly events: WrittenEvent[];
  readonly chunks: BatchChunk[];
}

function sortByKind(deliveries: readonly StoreDelivery[]): { writes: GrowingWrite[]; jobs: CapturedJob[] } {
  const writes = new Map<string, GrowingWrite>();
  const jobs: CapturedJob[] = [];
  const writeOf = (scope: TenantScope): GrowingWrite => {
    const key = `${scope.environment}:${scope.tenantId}`;
    const write = writes.get(key) ?? { scope, events: [], chunks: [] };
    writes.set(key, write);
    return write;
  };
  for (const { payload, context } of deliveries) {
    // The authenticated actor travels in the context: nothing in a body can name another writer.
    const writer = writerOf(context.actor);
    switch (payload.kind) {
      case 'events': {
        const { events, chunks } = writeOf(context.scope);
        for (const event of payload.events) events.push({ ...event, writer });
        if (payload.batch !== null) chunks.push({ ...payload.batch, events: payload.events.length, writer });
        break;
      }
      case 'batch-end':
        writeOf(context.scope).chunks.push({ ...payload.batch, events: 0, writer });
        break;
      case 'learn':
        jobs.push({ job: payload.learn, context });
    }
  }
  return { writes: [...writes.values()], jobs };
}
