import { afterAll, beforeAll } from '@jest/globals';
import { queueLearning, readLearnJob } from '@strata/contracts/calls/learn';
import { operationCall } from '@strata/contracts/operation';
import { listArtifacts } from '@strata/contracts/operations/artifacts';
import type { LearnRequest } from '@strata/contracts/operations/learn';
import { listMemories } from '@strata/contracts/operations/memories';
import type { Artifact } from '@strata/contracts/schemas/artifact';
import type { Job } from '@strata/contracts/schemas/job';
import type { Memory } from '@strata/contracts/schemas/memory';
import { systemContext, type RequestContext } from '@strata/kernel/actor';
import { systemClock, type Clock } from '@strata/kernel/clock';
import { newId } from '@strata/kernel/ids';
import type { Bus } from '@strata/platform/bus/bus';
import { createInProcessBus } from '@strata/platform/bus/in-process';
import type { DatabaseConnection } from '@strata/platform/database/connection';
import { openAll, type Closeable, type CloseStack } from '@strata/platform/lifecycle/closeable';
import { createMetrics } from '@strata/platform/metrics/create-metrics';
import { eventually } from '@strata/testkit/eventually';
import type { TestBackend } from '@strata/testkit/test-databases';
import { silentLogger } from '@strata/testkit/test-logger';
import { createLearnCompiler } from '../src/app.ts';
import { learnConfigSchema } from '../src/config.ts';
import { NeighboursFixture } from './neighbours-fixture.ts';

export interface LearnFixtureOptions {
  readonly settings?: Record<string, number>;
  readonly clock?: Clock;
  /** Starts what a suite needs beside the service, before the service starts. */
  readonly start?: (stack: CloseStack, bus: Bus, connection: DatabaseConnection) => Promise<void>;
}

/** A context of the service itself, in a tenant scope of its own. */
export const tenant = (): RequestContext =>
  systemContext({ tenantId: newId('ten'), environment: 'live' }, newId('req'));

/** The learn-compiler on a test database with fake ingest and synthesis services, for the tests of one suite. */
export function learnFixture(backend: TestBackend, { settings, clock = systemClock, start }: LearnFixtureOptions = {}) {
  const bus = createInProcessBus();
  const neighbours = new NeighboursFixture();
  let host: Closeable;

  beforeAll(async () => {
    host = await openAll(async (stack) => {
      const { connection } = stack.use(await backend.start());
      stack.use(bus);
      await neighbours.serve(bus);
      await start?.(stack, bus, connection);
      const metrics = createMetrics({ service: 'learn' });
      const config = learnConfigSchema.parse({ LEARN_POLL_MS: 50, ...settings });
      stack.use(await createLearnCompiler(config, { bus, connection, logger: silentLogger, metrics, clock }));
      return stack;
    });
  });
  afterAll(() => host.close());

  /** Runs a job to its end, completed or failed. */
  async function learn(context: RequestContext, request: LearnRequest = {}): Promise<Job> {
    const jobId = newId('lrn');
    await bus.send(queueLearning, { jobId, request, requestedAt: new Date().toISOString() }, context);
    return eventually(async () => {
      const job = await bus.call(readLearnJob, { jobId }, context);
      return job.status === 'completed' || job.status === 'failed' ? job : undefined;
    });
  }
  const artifacts = async (context: RequestContext, query: Record<string, unknown> = {}): Promise<Artifact[]> =>
    (await bus.call(operationCall(listArtifacts), { params: {}, query: { limit: 100, ...query } }, context)).items;
  const memories = async (context: RequestContext, query: Record<string, unknown> = {}): Promise<Memory[]> =>
    (await bus.call(operationCall(listMemories), { params: {}, query: { limit: 100, ...query } }, context)).items;

  return { bus, neighbours, learn, artifacts, memories };
}
