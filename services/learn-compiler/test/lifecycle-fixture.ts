import { afterAll, beforeAll } from '@jest/globals';
import type { ClaimedEvent } from '@strata/contracts/calls/ingest';
import {
  previewMemories,
  queueLearning,
  readJobFigures,
  readLearnJob,
  sweepMemories,
} from '@strata/contracts/calls/learn';
import { readPolicyFacts, recordAccesses, recordAudit } from '@strata/contracts/calls/organizations';
import { operationCall } from '@strata/contracts/operation';
import { listArtifacts } from '@strata/contracts/operations/artifacts';
import { getMemory, listMemories } from '@strata/contracts/operations/memories';
import type { LifecycleFacts } from '@strata/contracts/schemas/lifecycle-facts';
import type { Artifact } from '@strata/contracts/schemas/artifact';
import type { Memory } from '@strata/contracts/schemas/memory';
import { systemContext, type RequestContext } from '@strata/kernel/actor';
import { newId } from '@strata/kernel/ids';
import { createInProcessBus } from '@strata/platform/bus/in-process';
import { createDatabase } from '@strata/platform/database/create-database';
import type { Database } from '@strata/platform/database/database';
import { openAll, type Closeable } from '@strata/platform/lifecycle/closeable';
import { createMetrics } from '@strata/platform/metrics/create-metrics';
import { eventually } from '@strata/testkit/eventually';
import type { TestBackend } from '@strata/testkit/test-databases';
import { silentLogger } from '@strata/testkit/test-logger';
import type { z } from 'zod';
import { LEARN_SCHEMA } from '../src/adapters/learn-schema.ts';
import { createLearnCompiler } from '../src/app.ts';
import { learnConfigSchema } from '../src/config.ts';
import { NeighboursFixture } from './neighbours-fixture.ts';

type Policy = LifecycleFacts['organizations'][number]['policies'][number];
type Told = z.output<typeof recordAudit.payload>['entries'][number];

const DAY_MS = 86_400_000;
/** When `supportSessions` happened. */
const HAPPENED = Date.parse('2026-05-08T10:00:00.000Z');
export const daysLater = (days: number): string => new Date(HAPPENED + days * DAY_MS).toISOString();

export const tenant = (): RequestContext =>
  systemContext({ tenantId: newId('ten'), environment: 'live' }, newId('req'));
export const policy = (change: Partial<Policy>): Policy => ({
  id: 'lcp_1',
  scope: '*:*',
  retentionDays: null,
  archiveAfterDays: null,
  deleteAfterDays: null,
  ...change,
});
export const factsOf = (...policies: Policy[]): LifecycleFacts => ({
  organizations: [{ id: 'org_1', namespaceIds: [], agentIds: [], policies }],
});

/** The learn-compiler on a database of this backend, with stand-ins for its neighbours, for the tests of one suite. */
export function lifecycleFixture(backend: TestBackend) {
  const bus = createInProcessBus();
  const neighbours = new NeighboursFixture();
  const told = new Map<string, Told[]>();
  let now = new Date(daysLater(1));
  let host: Closeable;
  let database: Database;

  beforeAll(async () => {
    host = await openAll(async (stack) => {
      const { connection } = stack.use(await backend.start());
      stack.use(bus);
      await neighbours.serve(bus);
      await bus.serve(readPolicyFacts, () => Promise.resolve({ version: '1', facts: { organizations: [] } }));
      await bus.consume(recordAccesses, () => Promise.resolve());
      await bus.consume(recordAudit, (deliveries) => {
        for (const { payload, context } of deliveries)
          told.set(context.scope.tenantId, [...(told.get(context.scope.tenantId) ?? []), ...payload.entries]);
        return Promise.resolve();
      });
      const metrics = createMetrics({ service: 'learn' });
      const clock = { now: () => now };
      const config = learnConfigSchema.parse({ LEARN_POLL_MS: 50, LEARN_RETRY_SECONDS: 0.05 });
      stack.use(await createLearnCompiler(config, { bus, connection, logger: silentLogger, metrics, clock }));
      const { schema, role } = LEARN_SCHEMA;
      database = stack.use(
        createDatabase({
          connection,
          schema,
          role,
          max: 2,
          logger: silentLogger,
          metrics: createMetrics({ service: 'test' }),
        }),
      );
      return stack;
    });
  });
  afterAll(() => host.close());

  async function learn(context: RequestContext, events: readonly ClaimedEvent[] = []): Promise<void> {
    neighbours.addEvents(context.scope, events);
    const jobId = newId('lrn');
    await bus.send(queueLearning, { jobId, request: {}, requestedAt: now.toISOString() }, context);
    await eventually(async () => (await bus.call(readLearnJob, { jobId }, context)).status === 'completed');
  }
  /** Until nothing is to be done any more, as the sweeper does it. */
  async function sweep(context: RequestContext, facts: LifecycleFacts, at: string, limit = 500) {
    const total = { restored: 0, deleted: 0, archived: 0, withdrawn: 0 };
    for (;;) {
      const { isDone, ...steps } = await bus.call(sweepMemories, { facts, now: at, limit }, context);
      for (const step of Object.keys(total) as (keyof typeof total)[]) total[step] += steps[step];
      if (isDone) return total;
    }
  }
  const settled = (context: RequestContext) =>
    eventually(async () => {
      const { waiting, active } = await bus.call(readJobFigures, {}, context);
      return waiting + active === 0;
    });
  const memories = async (context: RequestContext, query: Record<string, unknown> = {}): Promise<Memory[]> =>
    (await bus.call(operationCall(listMemories), { params: {}, query: { limit: 100, ...query } }, context)).items;
  const artifacts = async (context: RequestContext): Promise<Artifact[]> =>
    (await bus.call(operationCall(listArtifacts), { params: {}, query: { limit: 100 } }, context)).items;
  const preview = (context: RequestContext, facts: LifecycleFacts, at: string, policyId = 'lcp_1', most = 1000) =>
    bus.call(previewMemories, { facts, policyId, now: at, most }, context);
  const actions = (context: RequestContext) => (told.get(context.scope.tenantId) ?? []).map(({ action }) => action);
  const read = (context: RequestContext, id: string) =>
    bus.call(operationCall(getMemory), { params: { id }, query: {} }, context);

  const said = (content: string, day: number, change: Partial<ClaimedEvent> = {}): ClaimedEvent => ({
    id: newId('evt'),
    type: 'message',
    sessionId: 'talk',
    agentId: 'ops',
    namespaceId: null,
    tags: [],
    payload: { role: 'Maya', content },
    occurredAt: daysLater(day),
    occurredAtGiven: true,
    seq: ++places,
    ...change,
  });
  let places = 1_000_000;

  const rows = (sql: string, { scope }: RequestContext): Promise<unknown[]> =>
    database.inTenant(scope, (tx) => tx.query(sql));

  return {
    bus,
    neighbours,
    told,
    learn,
    sweep,
    settled,
    memories,
    artifacts,
    preview,
    actions,
    read,
    said,
    rows,
    database: () => database,
    moveTo: (at: string) => {
      now = new Date(at);
    },
    nextPlace: () => ++places,
  };
}
