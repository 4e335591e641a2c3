import { readEventsOfUser } from '@strata/contracts/calls/exports';
import { eventsErased, readUncompiled } from '@strata/contracts/calls/ingest';
import { queueLearning } from '@strata/contracts/calls/learn';
import { recordAccesses, recordAudit } from '@strata/contracts/calls/organizations';
import { newId } from '@strata/kernel/ids';
import type { TenantScope } from '@strata/kernel/tenant-scope';
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
import { createBusErasedElsewhere } from './adapters/bus-erased-elsewhere.ts';
import { createBusEventDescriptions } from './adapters/bus-event-descriptions.ts';
import { createBusEventSource } from './adapters/bus-event-source.ts';
import { createBusSearchIndex } from './adapters/bus-search-index.ts';
import { KeptDigests } from './adapters/kept-digests.ts';
import { learnMetrics } from './adapters/learn-metrics.ts';
import { LEARN_SCHEMA, RELAY_ROLE } from './adapters/learn-schema.ts';
import { lifecycleMetrics } from './adapters/lifecycle-metrics.ts';
import { observeJobs } from './adapters/observe-jobs.ts';
import { createOutboxRecords } from './adapters/outbox-records.ts';
import { createPgArtifactReader } from './adapters/pg-artifact-reader.ts';
import { createPgArtifactSwitch } from './adapters/pg-artifact-switch.ts';
import { createPgExportStore } from './adapters/pg-exports.ts';
import { createPgErasureStore } from './adapters/pg-erasures.ts';
import { createPgJobStore } from './adapters/pg-job-store.ts';
import { createCountKnowledge } from './adapters/pg-knowledge-counts.ts';
import { createPgKnowledgeStore } from './adapters/pg-knowledge-store.ts';
import { createPgLearnedOverTime } from './adapters/pg-learned-hours.ts';
import { createPgLineageReader } from './adapters/pg-lineage-reader.ts';
import { createPgMemoryDeletion } from './adapters/pg-memory-deletion.ts';
import { createPgMemoryLifecycle } from './adapters/pg-memory-lifecycle.ts';
import { createPgSessionReader } from './adapters/pg-session-reader.ts';
import { createPgMemoryReader } from './adapters/pg-memory-reader.ts';
import { createThreadCompiler } from './adapters/thread-compiler.ts';
import { runInTrace } from './adapters/trace-jobs.ts';
import type { LearnConfig } from './config.ts';
import { serveLearnCompiler } from './handlers.ts';
import { createRecordErased } from './erasing/record-erased.ts';
import { eraseWork } from './erasing/erase.ts';
import { exportWork } from './exporting/export-work.ts';
import { createVisibleTo } from './learning/visible-to-creator.ts';
import { runJobs, type JobWork } from './jobs/run-jobs.ts';
import { learnWork } from './learning/learn.ts';
import { sendStaleBacklogs } from './learning/send-stale-backlogs.ts';
import { sendToIndex } from './learning/send-to-index.ts';

const SWEEP_MS = 5000;

/** Starts the learn-compiler: its database, its job runner, and everything that it serves on the bus. */
export const createLearnCompiler = (config: LearnConfig, parts: ServiceParts): Promise<RunningService> =>
  openAll(async (stack) => {
    const { bus, clock, logger, metrics } = parts;
    const database = stack.use(await openDatabase(LEARN_SCHEMA, config, parts));
    const commands = [recordAccesses, recordAudit];
    const outbox = stack.use(openCommandOutbox({ database, bus, logger, commands, relayRole: RELAY_ROLE }));
    const recordTombstones = createRecordTombstones(outbox, clock);
    const knowledge = createPgKnowledgeStore(database, recordTombstones);
    const index = createBusSearchIndex(bus);
    const policies = stack.use(await openPolicyCache(bus, { logger }));
    const compiler = stack.use(createThreadCompiler(config.LEARN_CONCURRENCY, config.LEARN_HELD_STEPS));
    const jobs = createPgJobStore(database);
    const artifacts = createPgArtifactReader(database);

    const records = createOutboxRecords(database, outbox);
    const erasures = createPgErasureStore(database);

    const learnParts = {
      events: createBusEventSource(bus, config.LEARN_LEASE_SECONDS),
      knowledge,
      index,
      compiler,
      observe: learnMetrics(metrics),
      visibleTo: createVisibleTo({ engineFor: (context) => engineFor(policies, context), clock }),
      artifacts,
    };
    const limits = { pageEvents: config.LEARN_PAGE_EVENTS, maxScopeSteps: config.LEARN_MAX_SCOPE_STEPS };
    const learn = learnWork(learnParts, limits);
    const elsewhere = createBusErasedElsewhere(bus);
    const recordErased = createRecordErased({ records, clock });
    const erase = eraseWork({ ...learnParts, erasures, elsewhere, recordErased }, limits);
    const works = { request: learn, automatic: learn, retraction: learn, erasure: erase, export: exportWork(clock) };
    const work: JobWork = (job, control) => works[job.cause](job, control);
    const options = {
      worker: newId('wrk'),
      concurrency: config.LEARN_CONCURRENCY,
      leaseSeconds: config.LEARN_LEASE_SECONDS,
      pollMs: config.LEARN_POLL_MS,
      retrySeconds: config.LEARN_RETRY_SECONDS,
      maxAttempts: config.LEARN_MAX_ATTEMPTS,
    };
    const runner = stack.use(runJobs(jobs, work, options, observeJobs(logger, metrics), runInTrace));
    stack.use(repeat(SWEEP_MS, () => sendStaleBacklogs(knowledge, index), logger));

    const digests = new KeptDigests();
    await bus.subscribe(eventsErased, () => {
      digests.clear();
      return Promise.resolve();
    });
    await serveLearnCompiler(bus, {
      clock,
      jobs,
      reasonOf: deadLetterReason,
      wakeRunner: () => {
        runner.wake();
      },
      countKnowledge: createCountKnowledge(database),
      learnedOverTime: createPgLearnedOverTime(database),
      memories: createPgMemoryReader(database),
      sessions: createPgSessionReader(database),
      artifacts,
      lineage: createPgLineageReader(database),
      lifecycle: createPgMemoryLifecycle(database, recordTombstones),
      deleteStored: createPgMemoryDeletion(database, outbox),
      switchArtifact: createPgArtifactSwitch(database, outbox),
      engineFor: (context) => engineFor(policies, context),
      describeEvents: createBusEventDescriptions(bus),
      records,
      erasures,
      exports: createPgExportStore(database),
      eventsOfUser: (request, context) => bus.call(readEventsOfUser, request, context),
      knowledge,
      digesterFor: (scope) => digests.of(scope),
      uncompiledEvents: (query, context) => bus.call(readUncompiled, query, context),
      sendToIndex: (scope: TenantScope) => sendToIndex(knowledge, index, scope),
      observeSweep: lifecycleMetrics(metrics),
    });
    const checks = { database: databaseCheck(database) };
    const connections = () => database.figures();
    await joinSystem(stack, bus, { service: 'learn-compiler', checks, connections, consumes: [queueLearning] });
    return { checks, close: () => stack.close() };
  });
