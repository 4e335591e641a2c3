import { expect } from '@jest/globals';
import type { ClaimedEvent } from '@strata/contracts/calls/ingest';
import { previewMemories, readJobFigures, sweepMemories } from '@strata/contracts/calls/learn';
import { readPolicyFacts, recordAccesses, recordAudit, type AuditReport } from '@strata/contracts/calls/organizations';
import { operationCall } from '@strata/contracts/operation';
import { getMemory } from '@strata/contracts/operations/memories';
import type { LifecycleFacts } from '@strata/contracts/schemas/lifecycle-facts';
import type { RequestContext } from '@strata/kernel/actor';
import { newId } from '@strata/kernel/ids';
import type { Bus } from '@strata/platform/bus/bus';
import { createDatabase } from '@strata/platform/database/create-database';
import type { Database } from '@strata/platform/database/database';
import { createMetrics } from '@strata/platform/metrics/create-metrics';
import { eventually } from '@strata/testkit/eventually';
import type { TestBackend } from '@strata/testkit/test-databases';
import { silentLogger } from '@strata/testkit/test-logger';
import { LEARN_SCHEMA } from '../src/adapters/learn-schema.ts';
import { learnFixture } from './learn-fixture.ts';

type Policy = LifecycleFacts['organizations'][number]['policies'][number];

const DAY_MS = 86_400_000;
/** When the events of `supportEvents` happened. */
const DAY_ZERO = Date.parse('2026-05-08T10:00:00.000Z');
export const daysLater = (days: number): string => new Date(DAY_ZERO + days * DAY_MS).toISOString();

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

/** The learn-compiler with a clock that tests set, and with the audit entries that it sends. */
export function lifecycleFixture(backend: TestBackend) {
  /** By tenant. */
  const audit = new Map<string, AuditReport['entries'][number][]>();
  let now = new Date(daysLater(1));
  let database: Database;
  let lastSeq = 1_000_000;

  const serveOrganizations = async (bus: Bus): Promise<void> => {
    await bus.serve(readPolicyFacts, () => Promise.resolve({ version: '1', facts: { organizations: [] } }));
    await bus.consume(recordAccesses, () => Promise.resolve());
    await bus.consume(recordAudit, (deliveries) => {
      for (const { payload, context } of deliveries)
        audit.set(context.scope.tenantId, [...(audit.get(context.scope.tenantId) ?? []), ...payload.entries]);
      return Promise.resolve();
    });
  };
  const { learn: runJob, ...fixture } = learnFixture(backend, {
    settings: { LEARN_RETRY_SECONDS: 0.05 },
    clock: { now: () => now },
    start: async (stack, bus, connection) => {
      await serveOrganizations(bus);
      const { schema, role } = LEARN_SCHEMA;
      const metrics = createMetrics({ service: 'test' });
      database = stack.use(createDatabase({ connection, schema, role, max: 2, logger: silentLogger, metrics }));
    },
  });
  const { bus, neighbours } = fixture;

  async function learn(context: RequestContext, events: readonly ClaimedEvent[] = []): Promise<void> {
    neighbours.addEvents(context.scope, events);
    expect((await runJob(context)).status).toBe('completed');
  }
  /** Sweeps until nothing is left to do. */
  async function sweep(context: RequestContext, facts: LifecycleFacts, at: string, limit = 500) {
    const total = { restored: 0, deleted: 0, archived: 0, withdrawn: 0 };
    for (;;) {
      const { isDone, ...counts } = await bus.call(sweepMemories, { facts, now: at, limit }, context);
      for (const step of Object.keys(total) as (keyof typeof total)[]) total[step] += counts[step];
      if (isDone) return total;
    }
  }
  const allJobsDone = (context: RequestContext) =>
    eventually(async () => {
      const { waiting, active } = await bus.call(readJobFigures, {}, context);
      return waiting + active === 0;
    });
  const preview = (context: RequestContext, facts: LifecycleFacts, at: string, policyId = 'lcp_1', most = 1000) =>
    bus.call(previewMemories, { facts, policyId, now: at, most }, context);
  const auditOf = ({ scope }: RequestContext) => audit.get(scope.tenantId) ?? [];
  const read = (context: RequestContext, id: string) =>
    bus.call(operationCall(getMemory), { params: { id }, query: {} }, context);

  const nextSeq = (): number => ++lastSeq;
  const message = (content: string, day: number, change: Partial<ClaimedEvent> = {}): ClaimedEvent => ({
    id: newId('evt'),
    type: 'message',
    sessionId: 'talk',
    agentId: 'ops',
    namespaceId: null,
    tags: [],
    payload: { role: 'Maya', content },
    occurredAt: daysLater(day),
    occurredAtGiven: true,
    seq: nextSeq(),
    taskId: null,
    userId: null,
    writer: null,
    ...change,
  });

  return {
    ...fixture,
    learn,
    sweep,
    allJobsDone,
    preview,
    auditOf,
    read,
    message,
    nextSeq,
    rows: (sql: string, { scope }: RequestContext): Promise<unknown[]> =>
      database.inTenant(scope, (tx) => tx.query(sql)),
    database: () => database,
    setClock: (at: string) => {
      now = new Date(at);
    },
  };
}
