import { findEndedSessions, queueLearning, readHiddenSources } from '@strata/contracts/calls/learn';
import { eventsErased, eventsStored, storeEvents } from '@strata/contracts/calls/ingest';
import { recordAudit } from '@strata/contracts/calls/organizations';
import { systemContext } from '@strata/kernel/actor';
import { newId } from '@strata/kernel/ids';
import { deadLetterReason } from '@strata/platform/bus/dead-letter-reason';
import { openAll } from '@strata/platform/lifecycle/closeable';
import { repeat } from '@strata/platform/lifecycle/repeat';
import { openCommandOutbox } from '@strata/platform/outbox/command-outbox';
import { joinSystem } from '@strata/platform/service/join-system';
import { openDatabase } from '@strata/platform/service/open-database';
import { databaseCheck, type RunningService } from '@strata/platform/service/running-service';
import type { ServiceParts } from '@strata/platform/service/service-parts';
import { engineFor } from '@strata/policy/engine-for';
import { openPolicyCache } from '@strata/policy/open-policy-cache';
import { createRecordTombstones } from '@strata/policy/record-tombstones';
import { automaticMetrics } from './adapters/automatic-metrics.ts';
import { countDeleted, countStored } from './adapters/ingest-metrics.ts';
import { INGEST_SCHEMA, RELAY_ROLE } from './adapters/ingest-schema.ts';
import { monthMetrics } from './adapters/month-metrics.ts';
import { createPgCaptureFailures } from './adapters/pg-capture-failures.ts';
import { createPgEventErasure } from './adapters/pg-event-erasure.ts';
import { createPgEventLifecycle } from './adapters/pg-event-lifecycle.ts';
import { createPgEventMonths } from './adapters/pg-event-months.ts';
import { createPgEventQueue } from './adapters/pg-event-queue.ts';
import { createPgEventReader } from './adapters/pg-event-reader.ts';
import { createPgEventWriter } from './adapters/pg-event-writer.ts';
import { createPgEventsOfUser } from './adapters/pg-events-of-user.ts';
import { createPgFingerprints } from './adapters/pg-fingerprints.ts';
import { createPgLearnSettings } from './adapters/pg-learn-settings.ts';
import { createPgOpenSessions } from './adapters/pg-open-sessions.ts';
import { runScheduler } from './adapters/run-scheduler.ts';
import { splitWrites } from './adapters/split-writes.ts';
import type { IngestConfig } from './config.ts';
import { serveIngest } from './handlers.ts';
import { keepEventMonths } from './months/keep-event-months.ts';

const KEEP_MONTHS_EVERY_MS = 60_000;

/** The ingest service: its database, and its handlers on the bus. */
export const createIngest = (config: IngestConfig, parts: ServiceParts): Promise<RunningService> =>
  openAll(async (stack) => {
    const { bus, clock, logger, metrics } = parts;
    const database = stack.use(await openDatabase(INGEST_SCHEMA, config, parts));
    const policies = stack.use(await openPolicyCache(bus, { logger }));
    const commands = [recordAudit, queueLearning];
    const outbox = stack.use(openCommandOutbox({ database, bus, logger, commands, relayRole: RELAY_ROLE }));
    const automatic = {
      isOffered: config.LEARN_AUTO === 'on',
      silenceSeconds: config.LEARN_AUTO_SILENCE_SECONDS,
      events: config.LEARN_AUTO_EVENTS,
    };
    const months = {
      months: createPgEventMonths(database),
      clock,
      ahead: config.EVENT_MONTHS_AHEAD,
      splitAfterDays: config.SPLIT_EVENTS_AFTER_DAYS,
      ...monthMetrics(metrics, clock),
    };
    const keepMonths = () => keepEventMonths(months);
    await keepMonths().catch((error: unknown) => {
      logger.warn('The months of events could not be kept, and will be in the next round', { error });
    });
    stack.use(repeat(KEEP_MONTHS_EVERY_MS, keepMonths, logger));
    await serveIngest(bus, {
      events: createPgEventReader(database, clock),
      writer: splitWrites(createPgEventWriter(database, automatic, clock)),
      fingerprints: createPgFingerprints(database),
      failures: createPgCaptureFailures(database),
      failLearning: (job, failure, context) => bus.send(queueLearning, { ...job, request: {}, failure }, context),
      reasonOf: deadLetterReason,
      queue: createPgEventQueue(database, automatic),
      lifecycle: createPgEventLifecycle(database, createRecordTombstones(outbox, clock)),
      erasure: createPgEventErasure(database),
      eventsOfUser: createPgEventsOfUser(database),
      announceErased: (scope) => {
        // Only news: what is kept in memory has an end of its own.
        bus.announce(eventsErased, {}, systemContext(scope, newId('req'))).catch(() => undefined);
      },
      engineFor: (context) => engineFor(policies, context),
      learnSettings: createPgLearnSettings(database, outbox),
      automatic,
      audit: (report, context) => bus.send(recordAudit, report, context),
      hiddenSources: async (request, context) => (await bus.call(readHiddenSources, request, context)).eventIds,
      endedSessions: (request, context) => bus.call(findEndedSessions, request, context),
      announceStored: (scope) => {
        // Only news: who misses it asks by itself.
        bus.announce(eventsStored, {}, systemContext(scope, newId('req'))).catch(() => undefined);
      },
      queueLearning: (job, context) => bus.send(queueLearning, job, context),
      observeStored: countStored(metrics),
      observeDeleted: countDeleted(metrics),
      clock,
      batching: {
        batchSize: config.STORE_BATCH_SIZE,
        lingerMs: config.STORE_LINGER_MS,
        concurrency: config.STORE_CONCURRENCY,
      },
    });
    const figures = automaticMetrics(metrics);
    if (automatic.isOffered) {
      const { silenceSeconds } = automatic;
      const sessions = createPgOpenSessions(database, outbox, automatic);
      stack.use(runScheduler({ sessions, clock, metrics: figures, silenceSeconds, logger }));
    }
    const checks = { database: databaseCheck(database) };
    const connections = () => database.figures();
    await joinSystem(stack, bus, { service: 'ingest', checks, connections, consumes: [storeEvents] });
    return { checks, close: () => stack.close() };
  });
