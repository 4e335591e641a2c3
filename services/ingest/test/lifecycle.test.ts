import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  claimEvents,
  completeEvents,
  previewEvents,
  readEventUsage,
  storeEvents,
  sweepEvents,
  type AcceptedEvent,
} from '@strata/contracts/calls/ingest';
import { readPolicyFacts, recordAudit } from '@strata/contracts/calls/organizations';
import { operationCall } from '@strata/contracts/operation';
import { listEvents } from '@strata/contracts/operations/events';
import type { LifecycleFacts } from '@strata/contracts/schemas/lifecycle-facts';
import { systemContext, type RequestContext } from '@strata/kernel/actor';
import { captureIds } from '@strata/kernel/capture-ids';
import { systemClock } from '@strata/kernel/clock';
import { newId } from '@strata/kernel/ids';
import { createInProcessBus } from '@strata/platform/bus/in-process';
import { openAll, type Closeable } from '@strata/platform/lifecycle/closeable';
import { createMetrics } from '@strata/platform/metrics/create-metrics';
import { eventually } from '@strata/testkit/eventually';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import { silentLogger } from '@strata/testkit/test-logger';
import type { z } from 'zod';
import { createIngest } from '../src/app.ts';
import { ingestConfigSchema } from '../src/config.ts';

const tenant = (): RequestContext => systemContext({ tenantId: newId('ten'), environment: 'live' }, newId('req'));
const NOW = '2026-06-01T00:00:00.000Z';
const OLD = '2026-05-01T00:00:00.000Z';
const YOUNG = '2026-05-30T00:00:00.000Z';

const facts = (change: object = {}): LifecycleFacts => ({
  organizations: [
    {
      id: 'org_1',
      namespaceIds: [],
      agentIds: [],
      policies: [
        {
          id: 'lcp_1',
          scope: '*:*',
          retentionDays: null,
          archiveAfterDays: 1,
          deleteAfterDays: 10,
          ...change,
        },
      ],
    },
  ],
});

let arrivals = 0;
const event = (context: RequestContext, occurredAt: string, change: Partial<AcceptedEvent> = {}): AcceptedEvent => ({
  id: newId('evt'),
  type: 'message',
  sessionId: 'talk',
  agentId: 'ops',
  namespaceId: null,
  tags: [],
  payload: { content: 'The ferry leaves at noon' },
  metadata: {},
  idempotencyKey: null,
  fingerprint: null,
  occurredAt,
  occurredAtGiven: true,
  receivedAt: '2026-05-31T09:00:00.000Z',
  arrival: ++arrivals,
  secretsReplaced: 0,
  ...change,
});

describeOnDatabase('The lifecycle of events', (backend) => {
  const bus = createInProcessBus();
  const told = new Map<string, z.output<typeof recordAudit.payload>[]>();
  let host: Closeable;

  beforeAll(async () => {
    host = await openAll(async (stack) => {
      const { connection } = stack.use(await backend.start());
      stack.use(bus);
      await bus.serve(readPolicyFacts, () => Promise.resolve({ version: '1', facts: { organizations: [] } }));
      await bus.consume(recordAudit, (deliveries) => {
        for (const { payload, context } of deliveries)
          told.set(context.scope.tenantId, [...(told.get(context.scope.tenantId) ?? []), payload]);
        return Promise.resolve();
      });
      const metrics = createMetrics({ service: 'ingest' });
      const parts = { bus, connection, logger: silentLogger, metrics, clock: systemClock };
      stack.use(await createIngest(ingestConfigSchema.parse({}), parts));
      return stack;
    });
  });
  afterAll(() => host.close());

  const store = (context: RequestContext, events: AcceptedEvent[]) =>
    bus.send(storeEvents, { events, batch: null }, context);
  const sweep = (context: RequestContext, of = facts(), limit = 500) =>
    bus.call(sweepEvents, { facts: of, now: NOW, limit }, context);
  const list = (context: RequestContext) => bus.call(operationCall(listEvents), { params: {}, query: {} }, context);

  test('what is past deletion is gone, compiled or not; lists count what is there, usage what was captured', async () => {
    const context = tenant();
    const compiled = event(context, OLD);
    await store(context, [compiled, event(context, OLD), event(context, YOUNG), event(context, YOUNG)]);
    const lease = { jobId: 'lrn_1', scope: {}, limit: 1, leaseSeconds: 60 };
    await bus.call(claimEvents, lease, context);
    await bus.call(completeEvents, { jobId: 'lrn_1', eventIds: [compiled.id], release: true }, context);
    expect(await sweep(context)).toEqual({ deleted: 2, isDone: true });
    const { items, pagination } = await list(context);
    expect(items.map(({ occurredAt }) => occurredAt)).toEqual([YOUNG, YOUNG]);
    expect(pagination.total).toBe(2);
    expect(await bus.call(readEventUsage, { month: '2026-05' }, context)).toEqual({ total: 4, month: 4 });
    expect(await sweep(context)).toEqual({ deleted: 0, isDone: true });
  });

  test('what was deleted does not come back when it is sent again', async () => {
    const context = tenant();
    const { eventId } = captureIds(context.scope, 'a key');
    const keyed = event(context, OLD, { id: eventId, idempotencyKey: 'a key', fingerprint: 'f'.repeat(64) });
    await store(context, [keyed]);
    await sweep(context);
    await store(context, [keyed, event(context, YOUNG)]);
    expect((await list(context)).pagination.total).toBe(1);
    expect(await bus.call(readEventUsage, { month: '2026-05' }, context)).toMatchObject({ total: 2 });
  });

  test('batches go on until nothing is left, and two sweeps at once delete each event once', async () => {
    const context = tenant();
    await store(
      context,
      Array.from({ length: 50 }, () => event(context, OLD)),
    );
    const through = async (): Promise<number> => {
      let deleted = 0;
      for (;;) {
        const batch = await sweep(context, facts(), 7);
        deleted += batch.deleted;
        if (batch.isDone) return deleted;
      }
    };
    const both = await Promise.all([through(), through(), through()]);
    expect(both.reduce((sum, count) => sum + count, 0)).toBe(50);
    expect((await list(context)).pagination.total).toBe(0);
  });

  test('a batch is told to the audit log as one entry for each place, which names the policy', async () => {
    const context = tenant();
    const events = [event(context, OLD), event(context, OLD), event(context, OLD, { agentId: 'yard' })];
    await store(context, events);
    await sweep(context);
    const reports = await eventually(() => {
      const all = told.get(context.scope.tenantId) ?? [];
      return all.length >= 2 ? all : undefined;
    });
    const of = (agentId: string) => reports.find(({ place }) => place?.agentId === agentId)?.entries;
    const ids = events.slice(0, 2).map(({ id }) => id);
    expect(of('ops')).toMatchObject([
      {
        action: 'event.delete',
        resourceId: null,
        outcome: 'success',
        changes: {
          before: { count: 2, ids: expect.arrayContaining(ids) },
          after: null,
          reason: 'Lifecycle policy lcp_1',
        },
      },
    ]);
    expect(of('yard')).toMatchObject([{ changes: { before: { count: 1 } } }]);
  });

  test('a policy of one memory is about no event', async () => {
    const context = tenant();
    const only = event(context, OLD);
    await store(context, [only]);
    expect(await sweep(context, facts({ scope: `memory:${only.id}` }))).toEqual({ deleted: 0, isDone: true });
  });

  test('a preview says what the sweep then does, and stops counting where it is told', async () => {
    const context = tenant();
    await store(
      context,
      Array.from({ length: 12 }, () => event(context, OLD)),
    );
    await store(context, [event(context, YOUNG)]);
    const preview = (most: number) =>
      bus.call(previewEvents, { facts: facts(), policyId: 'lcp_1', now: NOW, most }, context);
    expect(await preview(5)).toMatchObject({ count: 5, isTruncated: true });
    const whole = await preview(100);
    expect(whole).toMatchObject({ count: 12, isTruncated: false });
    expect(whole.samples).toHaveLength(10);
    expect(await sweep(context)).toMatchObject({ deleted: whole.count });
  });
});
