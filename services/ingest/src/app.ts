import {
  claimEvents,
  completeEvents,
  countUncompiled,
  describeEvents,
  findFingerprints,
  previewEvents,
  readCaptureJob,
  readEventUsage,
  storeEvents,
  sweepEvents,
} from '@strata/contracts/calls/ingest';
import { queueLearning } from '@strata/contracts/calls/learn';
import { recordAudit } from '@strata/contracts/calls/organizations';
import { operationCall } from '@strata/contracts/operation';
import { getEvent, listEvents } from '@strata/contracts/operations/events';
import type { RequestContext } from '@strata/kernel/actor';
import { openAll } from '@strata/platform/lifecycle/closeable';
import { openCommandOutbox } from '@strata/platform/outbox/command-outbox';
import { createRecordTombstones } from '@strata/policy/record-tombstones';
import { engineFor } from '@strata/policy/engine-for';
import { openPolicyCache } from '@strata/policy/open-policy-cache';
import { joinSystem } from '@strata/platform/service/join-system';
import { openDatabase } from '@strata/platform/service/open-database';
import { databaseCheck, type RunningService } from '@strata/platform/service/running-service';
import type { ServiceParts } from '@strata/platform/service/service-parts';
import { deletionMetrics, ingestMetrics } from './adapters/ingest-metrics.ts';
import { INGEST_SCHEMA, RELAY_ROLE } from './adapters/ingest-schema.ts';
import { createPgEventLifecycle } from './adapters/pg-event-lifecycle.ts';
import { createPgEventQueue } from './adapters/pg-event-queue.ts';
import { createPgEventReader } from './adapters/pg-event-reader.ts';
import { createPgEventWriter } from './adapters/pg-event-writer.ts';
import { handOnLearning } from './capturing/hand-on-learning.ts';
import { WorkInProgress } from './capturing/work-in-progress.ts';
import { storeCommands } from './capturing/store-events.ts';
import type { IngestConfig } from './config.ts';
import { createPreviewEvents } from './lifecycle/preview-events.ts';
import { createSweepEvents } from './lifecycle/sweep-events.ts';
import { createListEvents } from './reading/list-events.ts';
import { readCapture } from './reading/read-capture-job.ts';
import { createReadEvent } from './reading/read-event.ts';
import type { ReadingParts } from './reading/reading-parts.ts';
import { visibleEvents } from './reading/visible-events.ts';

/** The ingest service: its database, and everything it answers on the bus. */
export const createIngest = (config: IngestConfig, parts: ServiceParts): Promise<RunningService> =>
  openAll(async (stack) => {
    const { bus, clock, logger, metrics } = parts;
    const database = stack.use(await openDatabase(INGEST_SCHEMA, config, parts));
    const writer = createPgEventWriter(database);
    const reader = createPgEventReader(database);
    const queue = createPgEventQueue(database);
    const policies = stack.use(await openPolicyCache(bus, { logger }));
    const reading: ReadingParts = {
      events: reader,
      engineFor: (context) => engineFor(policies, context),
      audit: (record, context) => bus.send(recordAudit, record, context),
      clock,
    };
    const commands = [recordAudit];
    const outbox = stack.use(openCommandOutbox({ database, bus, logger, commands, relayRole: RELAY_ROLE }));
    const lifecycle = createPgEventLifecycle(database, createRecordTombstones(outbox, clock));
    const storing = new WorkInProgress();
    const observe = ingestMetrics(metrics);

    await bus.consume(
      storeEvents,
      async (deliveries) => {
        const commands = deliveries.map(({ payload, context }) => ({ payload, scope: context.scope }));
        const stored = await storing.run(() => storeCommands(writer, commands));
        const given = commands.reduce((sum, { payload }) => sum + payload.events.length, 0);
        observe(given, stored);
        await handOnLearning(
          {
            settled: (scope) => storing.settled().then(() => writer.settled(scope)),
            queueLearning: (job, context) => bus.send(queueLearning, job, context),
          },
          deliveries,
        );
      },
      { batchSize: config.STORE_BATCH_SIZE, lingerMs: config.STORE_LINGER_MS, concurrency: config.STORE_CONCURRENCY },
    );

    const list = createListEvents(reading);
    const read = createReadEvent(reading);
    await bus.serve(operationCall(listEvents), ({ query }, context) => list(query, context));
    await bus.serve(operationCall(getEvent), ({ params }, context) => read(params.id, context));
    await bus.serve(describeEvents, async ({ eventIds }, context) => ({
      events: await reader.describe(context.scope, eventIds, await visibleEvents(reading, context)),
    }));
    await bus.serve(readCaptureJob, ({ jobId }, { scope }) => readCapture(reader, scope, jobId));
    await bus.serve(findFingerprints, async ({ eventIds }, { scope }) => ({
      found: await reader.fingerprints(scope, eventIds),
    }));
    await bus.serve(readEventUsage, ({ month }, { scope }) => reader.usage(scope, month));
    await bus.serve(claimEvents, async ({ scope: of, ...claim }, { scope }) => ({
      events: await queue.claim(scope, { ...claim, of }),
    }));
    await bus.serve(countUncompiled, async ({ scope: of }, { scope }) => ({ count: await queue.count(scope, of) }));
    await bus.serve(completeEvents, async ({ jobId, eventIds, release }, { scope }) => ({
      completed: await queue.complete(scope, jobId, eventIds, release),
    }));
    const sweep = createSweepEvents({ lifecycle, observe: deletionMetrics(metrics) });
    await bus.serve(sweepEvents, (request, { scope }) => sweep(request, scope));
    const visibleTo = (context: RequestContext) => visibleEvents(reading, context);
    await bus.serve(previewEvents, createPreviewEvents({ lifecycle, visibleTo }));
    const checks = { database: databaseCheck(database) };
    const connections = () => database.figures();
    await joinSystem(stack, bus, { service: 'ingest', checks, connections, consumes: [storeEvents] });
    return { checks, close: () => stack.close() };
  });
