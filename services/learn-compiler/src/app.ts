import { queueLearning, readJobFigures, readLearnJob, readLearnUsage } from '@strata/contracts/calls/learn';
import { operationCall } from '@strata/contracts/operation';
import { getArtifact, listArtifacts } from '@strata/contracts/operations/artifacts';
import { deleteMemory, getMemory, listMemories } from '@strata/contracts/operations/memories';
import { notFound } from '@strata/kernel/errors';
import { newId } from '@strata/kernel/ids';
import { openAll } from '@strata/platform/lifecycle/closeable';
import { joinSystem } from '@strata/platform/service/join-system';
import { openDatabase } from '@strata/platform/service/open-database';
import { repeat } from '@strata/platform/lifecycle/repeat';
import { databaseCheck, type RunningService } from '@strata/platform/service/running-service';
import type { ServiceParts } from '@strata/platform/service/service-parts';
import { createBusEventSource } from './adapters/bus-event-source.ts';
import { createBusSearchIndex } from './adapters/bus-search-index.ts';
import { LEARN_SCHEMA } from './adapters/learn-schema.ts';
import { observeJobs } from './adapters/observe-jobs.ts';
import { createPgJobStore } from './adapters/pg-job-store.ts';
import { createPgKnowledgeReader } from './adapters/pg-knowledge-reader.ts';
import { createPgKnowledgeStore } from './adapters/pg-knowledge-store.ts';
import { learnMetrics } from './adapters/learn-metrics.ts';
import { createThreadCompiler } from './adapters/thread-compiler.ts';
import type { LearnConfig } from './config.ts';
import { readJob } from './jobs/read-learn-job.ts';
import { runJobs } from './jobs/run-jobs.ts';
import { learn } from './learning/learn.ts';
import { sweepBacklogs } from './learning/sweep-backlogs.ts';
import { tellIndex } from './learning/tell-index.ts';
import { deleteStoredMemory } from './reading/delete-memory.ts';
import { listStoredArtifacts } from './reading/list-artifacts.ts';
import { listStoredMemories } from './reading/list-memories.ts';

const SWEEP_MS = 5000;

/** The learn-compiler: its database, its job runner, and everything it answers on the bus. */
export const createLearnCompiler = (config: LearnConfig, parts: ServiceParts): Promise<RunningService> =>
  openAll(async (stack) => {
    const { bus, logger, metrics } = parts;
    const database = stack.use(await openDatabase(LEARN_SCHEMA, config, parts));
    const jobs = createPgJobStore(database);
    const knowledge = createPgKnowledgeStore(database);
    const reader = createPgKnowledgeReader(database);
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
      ...(await reader.counts(scope)),
      compilations: await jobs.countOn(scope, day),
    }));

    await bus.serve(operationCall(listMemories), ({ query }, { scope }) => listStoredMemories(reader, scope, query));
    await bus.serve(operationCall(getMemory), async ({ params }, { scope }) => {
      const memory = await reader.getMemory(scope, params.id);
      if (!memory) throw notFound('The memory');
      return memory;
    });
    await bus.serve(operationCall(deleteMemory), ({ params }, { scope }) =>
      deleteStoredMemory(reader, (partition) => tellIndex(knowledge, index, partition), scope, params.id),
    );
    await bus.serve(operationCall(listArtifacts), ({ query }, { scope }) => listStoredArtifacts(reader, scope, query));
    await bus.serve(operationCall(getArtifact), async ({ params }, { scope }) => {
      const artifact = await reader.getArtifact(scope, params.id);
      if (!artifact) throw notFound('The artifact');
      return artifact;
    });
    const checks = { database: databaseCheck(database) };
    const connections = () => database.figures();
    await joinSystem(stack, bus, { service: 'learn-compiler', checks, connections, consumes: [queueLearning] });
    return { checks, close: () => stack.close() };
  });
