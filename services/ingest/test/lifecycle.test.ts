import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  claimEvents,
  completeEvents,
  previewEvents,
  readEventUsage,
  sweepEvents,
  type AcceptedEvent,
} from '@strata/contracts/calls/ingest';
import { readPolicyFacts, recordAudit } from '@strata/contracts/calls/organizations';
import type { LifecycleFacts } from '@strata/contracts/schemas/lifecycle-facts';
import type { RequestContext } from '@strata/kernel/actor';
import { eventually } from '@strata/testkit/eventually';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import type { z } from 'zod';
import { newEvent, newTenant, startIngestFixture, type IngestFixture } from './ingest-fixture.ts';

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

const eventOf = (context: RequestContext, occurredAt: string, change: Partial<AcceptedEvent> = {}): AcceptedEvent =>
  newEvent(context, undefined, { agentId: 'ops', receivedAt: '2026-05-31T09:00:00.000Z', occurredAt, ...change });

describeOnDatabase('The lifecycle of events', (backend) => {
  const reported = new Map<string, z.output<typeof recordAudit.payload>[]>();
  let fixture: IngestFixture;
  beforeAll(async () => {
    fixture = await startIngestFixture(backend, async (bus) => {
      await bus.serve(readPolicyFacts, () => Promise.resolve({ version: '1', facts: { organizations: [] } }));
      await bus.consume(recordAudit, (deliveries) => {
        for (const { payload, context } of deliveries)
          reported.set(context.scope.tenantId, [...(reported.get(context.scope.tenantId) ?? []), payload]);
        return Promise.resolve();
      });
    });
  });
  afterAll(() => fixture.close());

  const sweep = (context: RequestContext, of = facts(), limit = 500) =>
    fixture.bus.call(sweepEvents, { facts: of, now: NOW, limit }, context);
  const totalOf = async (context: RequestContext) => (await fixture.list(context)).pagination.total;

  test('events that are due are deleted, compiled or not; lists count what is left, usage what was captured', async () => {
    const context = newTenant();
    const compiled = eventOf(context, OLD);
    await fixture.store(context, [compiled, eventOf(context, OLD), eventOf(context, YOUNG), eventOf(context, YOUNG)]);
    const lease = { jobId: 'lrn_1', scope: {}, limit: 1, leaseSeconds: 60 };
    await fixture.bus.call(claimEvents, lease, context);
    await fixture.bus.call(completeEvents, { jobId: 'lrn_1', eventIds: [compiled.id], release: true }, context);
    expect(await sweep(context)).toEqual({ deleted: 2, isDone: true });
    const { items, pagination } = await fixture.list(context);
    expect(items.map(({ occurredAt }) => occurredAt)).toEqual([YOUNG, YOUNG]);
    expect(pagination.total).toBe(2);
    expect(await fixture.bus.call(readEventUsage, { month: '2026-05' }, context)).toMatchObject({ total: 4, month: 4 });
    expect(await sweep(context)).toEqual({ deleted: 0, isDone: true });
  });

  test('an event from the future is as old as its arrival, for previews, sweeps and the compiler', async () => {
    const context = newTenant();
    const future = eventOf(context, '9999-12-31T00:00:00.000Z', { receivedAt: OLD });
    await fixture.store(context, [future, eventOf(context, '9999-12-31T00:00:00.000Z', { receivedAt: YOUNG })]);
    const claim = { jobId: 'lrn_1', scope: {}, limit: 10, leaseSeconds: 60 };
    const { events } = await fixture.bus.call(claimEvents, claim, context);
    expect(events.map(({ occurredAt }) => occurredAt)).toEqual([OLD, YOUNG]);
    const request = { facts: facts(), policyId: 'lcp_1', now: NOW, most: 10 };
    expect(await fixture.bus.call(previewEvents, request, context)).toMatchObject({ samples: [future.id] });
    expect(await sweep(context)).toEqual({ deleted: 1, isDone: true });
  });

  test('a deleted event is not stored again when it is sent again', async () => {
    const context = newTenant();
    const keyed = newEvent(context, 'a key', { occurredAt: OLD });
    await fixture.store(context, [keyed]);
    await sweep(context);
    await fixture.store(context, [keyed, eventOf(context, YOUNG)]);
    expect(await totalOf(context)).toBe(1);
    expect(await fixture.bus.call(readEventUsage, { month: '2026-05' }, context)).toMatchObject({ total: 2 });
  });

  test('concurrent sweeps in batches delete each event once, until none is left', async () => {
    const context = newTenant();
    await fixture.store(
      context,
      Array.from({ length: 50 }, () => eventOf(context, OLD)),
    );
    const sweepAll = async (): Promise<number> => {
      let deleted = 0;
      for (;;) {
        const batch = await sweep(context, facts(), 7);
        deleted += batch.deleted;
        if (batch.isDone) return deleted;
      }
    };
    const counts = await Promise.all([sweepAll(), sweepAll(), sweepAll()]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(50);
    expect(await totalOf(context)).toBe(0);
  });

  test('a sweep adds one entry for each place to the audit log, which names the policy', async () => {
    const context = newTenant();
    const events = [eventOf(context, OLD), eventOf(context, OLD), eventOf(context, OLD, { agentId: 'yard' })];
    await fixture.store(context, events);
    await sweep(context);
    const reports = await eventually(() => {
      const all = reported.get(context.scope.tenantId) ?? [];
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

  test('a policy for a single memory deletes no event', async () => {
    const context = newTenant();
    const only = eventOf(context, OLD);
    await fixture.store(context, [only]);
    expect(await sweep(context, facts({ scope: `memory:${only.id}` }))).toEqual({ deleted: 0, isDone: true });
  });

  test('a preview predicts the sweep, and counts up to its limit', async () => {
    const context = newTenant();
    await fixture.store(
      context,
      Array.from({ length: 12 }, () => eventOf(context, OLD)),
    );
    await fixture.store(context, [eventOf(context, YOUNG)]);
    const preview = (most: number) =>
      fixture.bus.call(previewEvents, { facts: facts(), policyId: 'lcp_1', now: NOW, most }, context);
    expect(await preview(5)).toMatchObject({ count: 5, isTruncated: true });
    const whole = await preview(100);
    expect(whole).toMatchObject({ count: 12, isTruncated: false });
    expect(whole.samples).toHaveLength(10);
    expect(await sweep(context)).toMatchObject({ deleted: whole.count });
  });
});
