import { recordAccesses, recordAudit } from '@strata/contracts/calls/organizations';
import {
  describeSubject,
  previewMemories,
  queueLearning,
  readJobFigures,
  readLearnJob,
  readLearnUsage,
  readLineage,
  readLineageGraph,
  sweepMemories,
} from '@strata/contracts/calls/learn';
import { operationCall } from '@strata/contracts/operation';
import { getArtifact, listArtifacts } from '@strata/contracts/operations/artifacts';
import { deleteMemory, getMemory, listMemories, restoreMemory } from '@strata/contracts/operations/memories';
import { notFound } from '@strata/kernel/errors';
import { newId } from '@strata/kernel/ids';
import { openAll } from '@strata/platform/lifecycle/closeable';
import { joinSystem } from '@strata/platform/service/join-system';
import { openDatabase } from '@strata/platform/service/open-database';
import { repeat } from '@strata/platform/lifecycle/repeat';
import { openCommandOutbox } from '@strata/platform/outbox/command-outbox';
import { createRecordTombstones } from '@strata/policy/record-tombstones';
import { engineFor } from '@strata/policy/engine-for';
import { openPolicyCache } from '@strata/policy/open-policy-cache';
import { databaseCheck, type RunningService } from '@strata/platform/service/running-service';
import type { ServiceParts } from '@strata/platform/service/service-parts';
import { createBusEventDescriptions } from './adapters/bus-event-descriptions.ts';
import { createBusEventSource } from './adapters/bus-event-source.ts';
import { createBusSearchIndex } from './adapters/bus-search-index.ts';
import { LEARN_SCHEMA, RELAY_ROLE } from './adapters/learn-schema.ts';
import { observeJobs } from './adapters/observe-jobs.ts';
import { createOutboxRecords } from './adapters/outbox-records.ts';
import { createPgArtifactReader } from './adapters/pg-artifact-reader.ts';
import { createPgJobStore } from './adapters/pg-job-store.ts';
import { countKnowledge } from './adapters/pg-knowledge-counts.ts';
import { createPgKnowledgeStore } from './adapters/pg-knowledge-store.ts';
import { createPgLineageReader } from './adapters/pg-lineage-reader.ts';
import { createPgMemoryDeletion } from './adapters/pg-memory-deletion.ts';
import { lifecycleMetrics } from './adapters/lifecycle-metrics.ts';
import { createPgMemoryLifecycle } from './adapters/pg-memory-lifecycle.ts';
import { createPgMemoryReader } from './adapters/pg-memory-reader.ts';
import { createPgSubjectReader } from './adapters/pg-subject-reader.ts';
import { learnMetrics } from './adapters/learn-metrics.ts';
import { createThreadCompiler } from './adapters/thread-compiler.ts';
import type { LearnConfig } from './config.ts';
import { readJob } from './jobs/read-learn-job.ts';
import { runJobs } from './jobs/run-jobs.ts';
import { learn } from './learning/learn.ts';
import { sweepBacklogs } from './learning/sweep-backlogs.ts';
import { tellIndex } from './learning/tell-index.ts';
import { createPreviewMemories } from './lifecycle/preview-memories.ts';
import { createRestoreMemory } from './lifecycle/restore-memory.ts';
import { createSweepMemories } from './lifecycle/sweep-memories.ts';
import type { LineageParts } from './lineage/find-memory.ts';
import { createReadLineage } from './lineage/read-lineage.ts';
import { createReadLineageGraph } from './lineage/read-lineage-graph.ts';
import { createDeleteMemory } from './reading/delete-memory.ts';
import { createDescribeSubject } from './reading/describe-subject.ts';
import { createListArtifacts } from './reading/list-artifacts.ts';
import { createListMemories } from './reading/list-memories.ts';
import { createReadArtifact } from './reading/read-artifact.ts';
import { createReadMemory } from './reading/read-memory.ts';
import { requireMayChange } from './reading/require-may-change.ts';
import type { ReadingParts } from './reading/reading-parts.ts';

const SWEEP_MS = 5000;

/** The learn-compiler: its database, its job runner, and everything it answers on the bus. */
export const createLearnCompiler = (config: LearnConfig, parts: ServiceParts): Promise<RunningService> =>
  openAll(async (stack) => {
    const { bus, clock, logger, metrics } = parts;
    const database = stack.use(await openDatabase(LEARN_SCHEMA, config, parts));
    const jobs = createPgJobStore(database);
    const commands = [recordAccesses, recordAudit];
    const outbox = stack.use(openCommandOutbox({ database, bus, logger, commands, relayRole: RELAY_ROLE }));
    const tell = createRecordTombstones(outbox, clock);
    const knowledge = createPgKnowledgeStore(database, tell);
    const lifecycle = createPgMemoryLifecycle({ database, tell });
    const policies = stack.use(await openPolicyCache(bus, { logger }));
    const memories = createPgMemoryReader(database);
    const artifacts = createPgArtifactReader(database);
    const reading: ReadingParts = {
      engineFor: (context) => engineFor(policies, context),
      describeEvents: createBusEventDescriptions(bus),
      records: createOutboxRecords(database, outbox),
      clock,
    };
    const index = createBusSearchIndex(bus);
    const events = createBusEventSource(bus, config.LEARN_LEASE_SECONDS);
    const compiler = stack.use(createThreadCompiler(config.LEARN_CONCURRENCY));
    const learning = { events, knowledge, index, compile: compiler.compile, observe: learnMetrics(metrics) };
    const limits = { pageEvents: config.LEARN_PAGE_EVENTS, maxScopeSteps: config.LEARN_MAX_SCOPE_STEPS };

    const runner = stack.use(
      runJobs(
        jobs,
        async (job, control) => {
          const result = await learn(learning, limits, job, control);
          return { processed: result.eventsProcessed, result };
        },
        {
          worker: newId('wrk'),
          concurrency: config.LEARN_CONCURRENCY,
          leaseSeconds: config.LEARN_LEASE_SECONDS,
          pollMs: config.LEARN_POLL_MS,
          retrySeconds: config.LEARN_RETRY_SECONDS,
          maxAttempts: config.LEARN_MAX_ATTEMPTS,
        },
        observeJobs(logger, metrics),
      ),
    );
    stack.use(repeat(SWEEP_MS, () => sweepBacklogs(knowledge, index), logger));

    await bus.consume(queueLearning, async (deliveries) => {
      for (const { payload, context } of deliveries) {
        const { jobId: id, request, requestedAt } = payload;
        await jobs.add(context.scope, { id, request, requestId: context.requestId, requestedAt });
      }
      runner.wake();
    });
    await bus.serve(readLearnJob, ({ jobId }, { scope }) => readJob(jobs, scope, jobId));
    await bus.serve(readJobFigures, () => jobs.figures());
    await bus.serve(readLearnUsage, async ({ day }, { scope }) => ({
      ...(await countKnowledge(database, scope)),
      compilations: await jobs.countOn(scope, day),
    }));

    const list = createListMemories(memories, reading);
    const read = createReadMemory(memories, reading);
    const remove = createDeleteMemory({
      ...reading,
      memories,
      forget: createPgMemoryDeletion(database, outbox),
      tellIndex: (partition) => tellIndex(knowledge, index, partition),
    });
    const restore = createRestoreMemory({
      lifecycle,
      read,
      clock,
      requireMayChange: async (id, context) => {
        const memory = await memories.get(context.scope, id);
        if (memory === undefined) throw notFound('The memory');
        await requireMayChange(reading, context, memory, 'memory.restore');
      },
      tellIndex: (partition) => tellIndex(knowledge, index, partition),
    });
    const sweep = createSweepMemories({
      lifecycle,
      observe: lifecycleMetrics(metrics),
      tellIndex: (partition) => tellIndex(knowledge, index, partition),
    });
    const preview = createPreviewMemories({ lifecycle, engineFor: reading.engineFor, clock });
    const listKnowledge = createListArtifacts(artifacts, reading);
    const readKnowledge = createReadArtifact(artifacts, reading);
    await bus.serve(operationCall(listMemories), ({ query }, context) => list(query, context));
    await bus.serve(operationCall(getMemory), ({ params }, context) => read(params.id, context));
    await bus.serve(operationCall(deleteMemory), ({ params }, context) => remove(params.id, context));
    await bus.serve(operationCall(restoreMemory), ({ params }, context) => restore(params.id, context));
    await bus.serve(sweepMemories, (request, { scope }) => sweep(request, scope));
    await bus.serve(previewMemories, preview);
    await bus.serve(operationCall(listArtifacts), ({ query }, context) => listKnowledge(query, context));
    await bus.serve(operationCall(getArtifact), ({ params }, context) => readKnowledge(params.id, context));
    await bus.serve(describeSubject, createDescribeSubject(createPgSubjectReader(database), reading));
    const lineage: LineageParts = { ...reading, memories, lineage: createPgLineageReader(database) };
    await bus.serve(readLineage, createReadLineage(lineage));
    await bus.serve(readLineageGraph, createReadLineageGraph(lineage));
    const checks = { database: databaseCheck(database) };
    const connections = () => database.figures();
    await joinSystem(stack, bus, { service: 'learn-compiler', checks, connections, consumes: [queueLearning] });
    return { checks, close: () => stack.close() };
  });
