import { policyFactsChanged, readPolicyFacts, recordAccesses } from '@strata/contracts/calls/organizations';
import type { IndexedArtifact, IndexedMemory } from '@strata/contracts/calls/synthesis';
import { indexEntries, readSynthesisUsage, removeEntries } from '@strata/contracts/calls/synthesis';
import { operationCall } from '@strata/contracts/operation';
import { synthesize } from '@strata/contracts/operations/synthesize';
import type { Facts } from '@strata/contracts/schemas/policy-facts';
import type { ContextPack } from '@strata/contracts/schemas/synthesis';
import { systemContext, type Actor, type RequestContext } from '@strata/kernel/actor';
import { systemClock, type Clock } from '@strata/kernel/clock';
import { unavailable } from '@strata/kernel/errors';
import { newId } from '@strata/kernel/ids';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Bus } from '@strata/platform/bus/bus';
import { createInProcessBus } from '@strata/platform/bus/in-process';
import { CloseStack } from '@strata/platform/lifecycle/closeable';
import { createMetrics } from '@strata/platform/metrics/create-metrics';
import type { Metrics } from '@strata/platform/metrics/metrics';
import type { TestBackend, TestDatabase } from '@strata/testkit/test-databases';
import { silentLogger } from '@strata/testkit/test-logger';
import { Client } from 'pg';
import type { z } from 'zod';
import { createSynthesis } from '../src/app.ts';
import { synthesisConfigSchema } from '../src/config.ts';

export interface SynthesisFixture {
  readonly bus: Bus;
  readonly database: TestDatabase;
  readonly metrics: Metrics;
  index(scope: TenantScope, entries: readonly (IndexedMemory | IndexedArtifact)[]): Promise<number>;
  remove(scope: TenantScope, ids: string[]): Promise<number>;
  /** Asks as the service itself, or as somebody. */
  synthesize(
    scope: TenantScope,
    request: Parameters<typeof synthesize.body.parse>[0],
    actor?: Actor,
  ): Promise<ContextPack>;
  /** Gives a tenant facts, and has the service hear of it; null: they cannot be had. */
  setPolicyFacts(tenantId: string, facts: Facts | null): Promise<void>;
  /** Whether the access log takes what it is told from now on. */
  setAccessLog(how: 'well' | 'not'): void;
  /** What the access log was told. */
  readonly accesses: { context: RequestContext; payload: z.output<typeof recordAccesses.payload> }[];
  usage(scope: TenantScope, day: string): Promise<number>;
  /** A statement as the database's owner, whom no policy binds. */
  sql<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

/** The service on a fresh database, or another one on a database that is in use, and a bus of its own. */
export async function startSynthesisFixture(
  backend: TestBackend,
  settings: Record<string, unknown> = {},
  clock: Clock = systemClock,
  inUse?: TestDatabase,
): Promise<SynthesisFixture> {
  const stack = new CloseStack();
  const database = inUse ?? stack.use(await backend.start());
  const bus = stack.use(createInProcessBus());
  const metrics = createMetrics({ service: 'synthesis' });
  const told = new Map<string, { version: string; facts: Facts | null }>();
  const accesses: SynthesisFixture['accesses'] = [];
  await bus.serve(readPolicyFacts, ({ knownVersion }, { scope }) => {
    const { version, facts } = told.get(scope.tenantId) ?? { version: '0', facts: { organizations: [] } };
    if (facts === null) throw unavailable('The facts');
    return Promise.resolve({ version, facts: version === knownVersion ? null : facts });
  });
  let isLogAway = false;
  await bus.consume(recordAccesses, (deliveries) => {
    if (isLogAway) throw unavailable('The access log');
    accesses.push(...deliveries.map(({ context, payload }) => ({ context, payload })));
    return Promise.resolve();
  });
  const config = synthesisConfigSchema.parse(settings);
  stack.use(
    await createSynthesis(config, { bus, connection: database.connection, logger: silentLogger, metrics, clock }),
  );
  const context = (scope: TenantScope) => systemContext(scope, 'req_test');
  return {
    bus,
    database,
    metrics,
    index: async (scope, entries) => (await bus.call(indexEntries, { entries: [...entries] }, context(scope))).indexed,
    remove: async (scope, ids) => (await bus.call(removeEntries, { ids }, context(scope))).removed,
    synthesize: (scope, request, actor) =>
      bus.call(
        operationCall(synthesize),
        { params: {}, query: {}, body: synthesize.body.parse(request) },
        { ...context(scope), ...(actor === undefined ? {} : { actor }) },
      ),
    setPolicyFacts: async (tenantId, facts) => {
      const version = newId('msg');
      told.set(tenantId, { version, facts });
      await bus.announce(policyFactsChanged, { version }, context({ tenantId, environment: 'live' }));
    },
    setAccessLog: (how) => {
      isLogAway = how === 'not';
    },
    accesses,
    usage: async (scope, day) => (await bus.call(readSynthesisUsage, { day }, context(scope))).syntheses,
    sql: async <Row extends object>(text: string, values: unknown[] = []) => {
      const client = new Client({ connectionString: database.connection.connectionString });
      await client.connect();
      try {
        return (await client.query<Row>(text, values)).rows;
      } finally {
        await client.end();
      }
    },
    close: () => stack.close(),
  };
}

let serial = 0;

/** A memory with what a test does not care about filled in. */
export const memory = (body: string, over: Partial<IndexedMemory> = {}): IndexedMemory => ({
  type: 'memory',
  id: `mem_${String(++serial)}`,
  revision: 1,
  agentId: null,
  namespaceId: null,
  tags: [],
  confidence: 0.9,
  kind: 'statement',
  body,
  dates: [],
  speaker: null,
  sessionId: `session-${String(serial)}`,
  position: 0,
  validFrom: '2024-03-01T10:00:00.000Z',
  importance: 0.5,
  ...over,
});

/** A task schema, likewise. */
export const artifact = (title: string, over: Partial<IndexedArtifact> = {}): IndexedArtifact => ({
  type: 'artifact',
  id: `art_${String(++serial)}`,
  revision: 1,
  agentId: null,
  namespaceId: null,
  tags: [],
  confidence: 0.8,
  artifactType: 'task_schema',
  title,
  content: {
    goal: title,
    preconditions: [],
    steps: [{ action: 'look_up', tool: 'look_up', arguments: { id: '<id>' }, description: 'Look the record up' }],
    successRate: 0.8,
    support: 5,
  },
  compiledAt: '2024-03-02T10:00:00.000Z',
  sourceMemories: [],
  ...over,
});
