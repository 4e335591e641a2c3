import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { queueLearning, readLearnJob } from '@strata/contracts/calls/learn';
import { operationCall } from '@strata/contracts/operation';
import { listArtifacts } from '@strata/contracts/operations/artifacts';
import { systemContext, type RequestContext } from '@strata/kernel/actor';
import { systemClock } from '@strata/kernel/clock';
import { newId } from '@strata/kernel/ids';
import { createInProcessBus } from '@strata/platform/bus/in-process';
import { openAll, type Closeable } from '@strata/platform/lifecycle/closeable';
import { createMetrics } from '@strata/platform/metrics/create-metrics';
import { eventually } from '@strata/testkit/eventually';
import { describeOnDatabases } from '@strata/testkit/test-databases';
import { silentLogger } from '@strata/testkit/test-logger';
import { createLearnCompiler } from '../src/app.ts';
import { learnConfigSchema } from '../src/config.ts';
import { FakeNeighbours } from './fake-neighbours.ts';
import { supportSessions } from './support-sessions.ts';

const SESSIONS = 130;

describeOnDatabases('the evidence of artifacts', (backend) => {
  const bus = createInProcessBus();
  const neighbours = new FakeNeighbours();
  const context: RequestContext = systemContext({ tenantId: newId('ten'), environment: 'live' }, newId('req'));
  let host: Closeable;

  beforeAll(async () => {
    host = await openAll(async (stack) => {
      const { connection } = stack.use(await backend.start());
      stack.use(bus);
      await neighbours.serve(bus);
      const metrics = createMetrics({ service: 'learn' });
      const config = learnConfigSchema.parse({ LEARN_POLL_MS: 50 });
      stack.use(
        await createLearnCompiler(config, { bus, connection, logger: silentLogger, metrics, clock: systemClock }),
      );
      return stack;
    });
  }, 120_000);
  afterAll(() => host.close());

  const learn = async (): Promise<void> => {
    const jobId = newId('lrn');
    await bus.send(queueLearning, { jobId, request: {}, requestedAt: new Date().toISOString() }, context);
    await eventually(async () => (await bus.call(readLearnJob, { jobId }, context)).status === 'completed');
  };
  const schemas = async () => {
    const query = { type: 'task_schema', limit: 100 } as const;
    return (await bus.call(operationCall(listArtifacts), { params: {}, query }, context)).items;
  };
  /** The requests that are memories, which say their order. */
  const requests = (): string[] =>
    [...neighbours.indexed(context.scope)].flatMap(([id, text]) => (text.includes('refund for my order') ? [id] : []));

  test('is every memory that one rests on, beyond what is shown of it, and grows with it', async () => {
    neighbours.addEvents(context.scope, supportSessions('support', 0, SESSIONS));
    await learn();
    const most = async () => {
      const all = await schemas();
      for (const { sourceEvents, sourceMemories } of all) {
        expect(sourceEvents.length).toBeLessThanOrEqual(200);
        expect(sourceMemories.length).toBeLessThanOrEqual(200);
      }
      return Math.max(...all.map(({ id }) => neighbours.sourcesOf(id).length));
    };
    const first = await most();
    expect(requests()).toHaveLength(2 * SESSIONS);
    // Every session that made the refund asked for it, and its words are in the goal.
    expect(first).toBeGreaterThan(200);
    neighbours.addEvents(context.scope, supportSessions('support', SESSIONS, 5));
    await learn();
    expect(await most()).toBeGreaterThan(first);
  });
});
