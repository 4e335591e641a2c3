import { eventsStored } from '@strata/contracts/calls/ingest';
import { findUnlearned } from '@strata/contracts/calls/learn';
import {
  policyFactsChanged,
  readPolicyFacts,
  recordAccessBundle,
  recordAccesses,
} from '@strata/contracts/calls/organizations';
import type { IndexedArtifact, IndexedMemory, IndexedScope, IndexedSession } from '@strata/contracts/calls/synthesis';
import { indexEntries, readSynthesisUsage, removeEntries } from '@strata/contracts/calls/synthesis';
import { operationCall } from '@strata/contracts/operation';
import { recordFeedback } from '@strata/contracts/operations/feedback';
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
import { createDatabase } from '@strata/platform/database/create-database';
import type { Database } from '@strata/platform/database/database';
import { CloseStack } from '@strata/platform/lifecycle/closeable';
import type { Logger } from '@strata/platform/log/logger';
import { createMetrics } from '@strata/platform/metrics/create-metrics';
import type { Metrics } from '@strata/platform/metrics/metrics';
import { openSession } from '@strata/testkit/database-session';
import type { TestBackend, TestDatabase } from '@strata/testkit/test-databases';
import { silentLogger } from '@strata/testkit/test-logger';
import type { z } from 'zod';
import { createSynthesis } from '../src/app.ts';
import { synthesisConfigSchema } from '../src/config.ts';

/** The service on a database, with a bus of its own, and with stand-ins for the calls that enterprise-org serves. */
export interface SynthesisFixture {
  readonly bus: Bus;
  readonly database: TestDatabase;
  readonly metrics: Metrics;
  /** Returns how many summaries were taken. */
  summarize(scope: TenantScope, sessions: readonly IndexedSession[], scopes?: readonly IndexedScope[]): Promise<number>;
  index(scope: TenantScope, entries: readonly (IndexedMemory | IndexedArtifact)[]): Promise<number>;
  remove(scope: TenantScope, ids: string[], revisions?: Record<string, number>): Promise<number>;
  /** Without an actor, the service itself is the caller. */
  synthesize(
    scope: TenantScope,
    request: Parameters<typeof synthesize.body.parse>[0],
    actor?: Actor,
  ): Promise<ContextPack>;
  /** Without an actor, the service itself is the caller. */
  feedback(scope: TenantScope, body: Parameters<typeof recordFeedback.body.parse>[0], actor?: Actor): Promise<unknown>;
  /** Sets and announces a tenant's policy facts; null: reading them fails. */
  setPolicyFacts(tenantId: string, facts: Facts | null): Promise<void>;
  /** Sets what is captured and not learned, by event, and announces it; null: it cannot be read. Scopes of other tenants have nothing. */
  setUnlearned(scope: TenantScope, texts: ReadonlyMap<string, IndexedMemory> | null): Promise<void>;
  /** Whether the access log accepts records from now on. */
  setAccessLog(state: 'up' | 'down'): void;
  /** What the access log has received. */
  readonly accesses: { context: RequestContext; payload: z.output<typeof recordAccesses.payload> }[];
  /** A connection pool as the service's role, to which row-level security applies. */
  openServiceDatabase(): Database;
  usage(scope: TenantScope, day: string): Promise<number>;
  /** Runs a statement as the database's owner, without row-level security. */
  sql<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

/** Starts the service on a new database, or on the database of another fixture. */
export async function startSynthesisFixture(
  backend: TestBackend,
  settings: Record<string, unknown> = {},
  clock: Clock = systemClock,
  existing?: TestDatabase,
  logger: Logger = silentLogger,
): Promise<SynthesisFixture> {
  const stack = new CloseStack();
  const database = existing ?? stack.use(await backend.start());
  const bus = stack.use(createInProcessBus());
  const metrics = createMetrics({ service: 'synthesis' });
  const policyFacts = new Map<string, { version: string; facts: Facts | null }>();
  const accesses: SynthesisFixture['accesses'] = [];
  await bus.serve(readPolicyFacts, ({ knownVersion }, { scope }) => {
    const { version, facts } = policyFacts.get(scope.tenantId) ?? { version: '0', facts: { organizations: [] } };
    if (facts === null) throw unavailable('The facts');
    return Promise.resolve({ version, facts: version === knownVersion ? null : facts });
  });
  const unlearned = new Map<string, ReadonlyMap<string, IndexedMemory> | null>();
  await bus.serve(findUnlearned, (_request, { scope }) => {
    const texts = unlearned.get(`${scope.environment}/${scope.tenantId}`);
    if (texts === null) throw unavailable('The event store');
    const memories = [...(texts ?? [])].map(([eventId, entry]) => ({ ...entry, eventId }));
    return Promise.resolve({ memories, isEmpty: memories.length === 0 });
  });
  let isAccessLogDown = false;
  await bus.consume(recordAccesses, (deliveries) => {
    if (isAccessLogDown) throw unavailable('The access log');
    accesses.push(...deliveries.map(({ context, payload }) => ({ context, payload })));
    return Promise.resolve();
  });
  await bus.consume(recordAccessBundle, (deliveries) => {
    if (isAccessLogDown) throw unavailable('The access log');
    accesses.push(...deliveries.flatMap(({ payload: { commands } }) => commands));
    return Promise.resolve();
  });
  const config = synthesisConfigSchema.parse(settings);
  stack.use(await createSynthesis(config, { bus, connection: database.connection, logger, metrics, clock }));
  const context = (scope: TenantScope) => systemContext(scope, 'req_test');
  return {
    bus,
    database,
    metrics,
    index: async (scope, entries) => (await bus.call(indexEntries, { entries: [...entries] }, context(scope))).indexed,
    summarize: async (scope, sessions, scopes = []) =>
      (await bus.call(indexEntries, { entries: [], sessions: [...sessions], scopes: [...scopes] }, context(scope)))
        .summaries,
    remove: async (scope, ids, revisions = {}) =>
      (await bus.call(removeEntries, { ids, revisions }, context(scope))).removed,
    synthesize: (scope, request, actor) =>
      bus.call(
        operationCall(synthesize),
        { params: {}, query: {}, body: synthesize.body.parse(request) },
        { ...context(scope), ...(actor === undefined ? {} : { actor }) },
      ),
    feedback: (scope, body, actor) =>
      bus.call(
        operationCall(recordFeedback),
        { params: {}, query: {}, body: recordFeedback.body.parse(body) },
        { ...context(scope), ...(actor === undefined ? {} : { actor }) },
      ),
    setPolicyFacts: async (tenantId, facts) => {
      const version = newId('msg');
      policyFacts.set(tenantId, { version, facts });
      await bus.announce(policyFactsChanged, { version }, context({ tenantId, environment: 'live' }));
    },
    setUnlearned: async (scope, texts) => {
      unlearned.set(`${scope.environment}/${scope.tenantId}`, texts);
      await bus.announce(eventsStored, {}, context(scope));
    },
    setAccessLog: (state) => {
      isAccessLogDown = state === 'down';
    },
    accesses,
    openServiceDatabase: () =>
      createDatabase({
        connection: database.connection,
        schema: 'synthesis',
        role: 'strata_synthesis',
        logger: silentLogger,
        metrics: createMetrics({ service: 'test' }),
      }),
    usage: async (scope, day) => (await bus.call(readSynthesisUsage, { day }, context(scope))).syntheses,
    sql: async <Row extends object>(text: string, values: unknown[] = []) => {
      const session = await openSession(database.connection);
      try {
        return await session.query<Row>(text, values);
      } finally {
        await session.close();
      }
    },
    close: () => stack.close(),
  };
}

/** A pack without its id, which differs each time. */
export const withoutId = (pack: ContextPack): ContextPack => ({ ...pack, packId: '' });

let serial = 0;

/** A memory; fields that a test does not care about are filled in. */
export const memory = (body: string, over: Partial<IndexedMemory> = {}): IndexedMemory => ({
  type: 'memory',
  id: `mem_${String(++serial)}`,
  revision: 1,
  agentId: null,
  namespaceId: null,
  userId: null,
  tags: [],
  confidence: 0.9,
  kind: 'statement',
  body,
  dates: [],
  validTo: null,
  replacedBy: null,
  sideTextOf: null,
  sessions: [],
  speaker: null,
  sessionId: `session-${String(serial)}`,
  position: 0,
  part: 0,
  parts: 1,
  validFrom: '2024-03-01T10:00:00.000Z',
  importance: 0.5,
  times: 1,
  voices: 1,
  ...over,
});

/** A task schema; fields that a test does not care about are filled in. */
export const artifact = (title: string, over: Partial<IndexedArtifact> = {}): IndexedArtifact => ({
  type: 'artifact',
  id: `art_${String(++serial)}`,
  revision: 1,
  agentId: null,
  namespaceId: null,
  userId: null,
  tags: [],
  changes: [],
  confidence: 0.8,
  artifactType: 'task_schema',
  title,
  content: {
    goal: title,
    preconditions: [],
    steps: [{ action: 'look_up', tool: 'look_up', arguments: { id: '<id>' }, description: 'Look the record up' }],
    successRate: 0.8,
    support: 5,
    tasks: 2,
    writers: 2,
  },
  compiledAt: '2024-03-02T10:00:00.000Z',
  sourceMemories: [],
  ...over,
});
