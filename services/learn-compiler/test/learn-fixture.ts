import { afterAll, beforeAll } from '@jest/globals';
import { queueLearning, readLearnJob } from '@strata/contracts/calls/learn';
import { operationCall } from '@strata/contracts/operation';
import { listArtifacts } from '@strata/contracts/operations/artifacts';
import type { LearnRequest } from '@strata/contracts/operations/learn';
import { listMemories } from '@strata/contracts/operations/memories';
import type { Artifact } from '@strata/contracts/schemas/artifact';
import type { Job } from '@strata/contracts/schemas/job';
import type { Memory } from '@strata/contracts/schemas/memory';
import type { RequestContext } from '@strata/kernel/actor';
import { systemClock } from '@strata/kernel/clock';
import { newId } from '@strata/kernel/ids';
import { createInProcessBus } from '@strata/platform/bus/in-process';
import { openAll, type Closeable } from '@strata/platform/lifecycle/closeable';
import { createMetrics } from '@strata/platform/metrics/create-metrics';
import { eventually } from '@strata/testkit/eventually';
import type { TestBackend } from '@strata/testkit/test-databases';
import { silentLogger } from '@strata/testkit/test-logger';
import { createLearnCompiler } from '../src/app.ts';
import { learnConfigSchema } from '../src/config.ts';
import { NeighboursFixture } from './neighbours-fixture.ts';

/** The learn-compiler on a database of this backend, with stand-ins for its neighbours, for the tests of one suite. */
export function learnFixture(backend: TestBackend, settings: Record<string, number> = {}) {
  const bus = createInProcessBus();
  const neighbours = new NeighboursFixture();
  let host: Closeable;

  beforeAll(async () => {
    host = await openAll(async (stack) => {
      const { connection } = stack.use(await backend.start());
      stack.use(bus);
      await neighbours.serve(bus);
      const metrics = createMetrics({ service: 'learn' });
      const config = learnConfigSchema.parse({ LEARN_POLL_MS: 50, ...settings });
      stack.use(
        await createLearnCompiler(config, { bus, connection, logger: silentLogger, metrics, clock: systemClock }),
      );
      return stack;
    });
  }, 120_000);
  afterAll(() => host.close());

  /** Has a job done, well or not. */
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
  const memories = async (context: RequestContext): Promise<Memory[]> =>
    (await bus.call(operationCall(listMemories), { params: {}, query: { limit: 100 } }, context)).items;

  return { bus, neighbours, learn, artifacts, memories };
}
