import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readEventUsage, sweepEvents } from '@strata/contracts/calls/ingest';
import { recordAudit } from '@strata/contracts/calls/organizations';
import type { LifecycleFacts } from '@strata/contracts/schemas/lifecycle-facts';
import type { RequestContext } from '@strata/kernel/actor';
import { openSession, type DatabaseSession } from '@strata/testkit/database-session';
import { eventually } from '@strata/testkit/eventually';
import { describeOnBothDatabases } from '@strata/testkit/test-databases';
import { newEvent, newTenant, startIngestFixture, type IngestFixture } from './ingest-fixture.ts';
import { keepMonths, partitions, StandingClock } from './months-fixture.ts';

const policy = { id: 'lcp_1', scope: '*:*', retentionDays: null, archiveAfterDays: null, deleteAfterDays: 30 };
const FACTS: LifecycleFacts = {
  organizations: [{ id: 'org_1', namespaceIds: [], agentIds: ['agent-1'], policies: [policy] }],
};

describeOnBothDatabases('A month of events under lifecycle policies', (backend) => {
  const clock = new StandingClock('2026-08-10T00:00:00.000Z');
  const deleted = new Map<string, string[]>();
  let fixture: IngestFixture;
  let session: DatabaseSession;
  beforeAll(async () => {
    const collect = (tenantId: string, ids: readonly string[]) =>
      deleted.set(tenantId, [...(deleted.get(tenantId) ?? []), ...ids]);
    fixture = await startIngestFixture(
      backend,
      (bus) =>
        bus.consume(recordAudit, (deliveries) => {
          for (const { payload, context } of deliveries)
            for (const { changes } of payload.entries) collect(context.scope.tenantId, idsOf(changes?.before));
          return Promise.resolve();
        }),
      {},
      clock,
    );
    session = await openSession(fixture.connection);
  });
  afterAll(async () => {
    await session.close();
    await fixture.close();
  });

  const idsOf = (before: unknown): readonly string[] => (before as { readonly ids: readonly string[] }).ids;
  const sweep = (context: RequestContext) =>
    fixture.bus.call(sweepEvents, { facts: FACTS, now: clock.now().toISOString(), limit: 500 }, context);
  const vacuumed = async (): Promise<void> => {
    await session.query('vacuum ingest.events_2026_08');
    await session.query('select pg_stat_force_next_flush()');
  };

  test('is dropped once the policies of all tenants have deleted its events, and not before', async () => {
    const [one, other] = [newTenant(), newTenant()];
    const receivedAt = '2026-08-10T00:00:00.000Z';
    const events = Array.from({ length: 20 }, (_, n) =>
      newEvent(one, `gone ${String(n)}`, { receivedAt, occurredAt: receivedAt }),
    );
    await fixture.store(one, events);
    await fixture.store(other, [newEvent(other, 'kept', { receivedAt, occurredAt: receivedAt })]);

    clock.put('2026-11-10T00:00:00.000Z');
    expect(await sweep(one)).toEqual({ deleted: 20, isDone: true });
    await vacuumed();
    await keepMonths(fixture.connection, clock);
    // The other tenant has no policy.
    expect(await partitions(session)).toContain('events_2026_08');
    expect((await fixture.list(other)).pagination.total).toBe(1);

    expect(await sweep(other)).toEqual({ deleted: 1, isDone: true });
    await vacuumed();
    await keepMonths(fixture.connection, clock);
    expect(await partitions(session)).not.toContain('events_2026_08');

    const ids = events.map(({ id }) => id).sort();
    expect(
      await eventually(() => deleted.get(one.scope.tenantId)?.length === 20 && deleted.get(one.scope.tenantId)?.sort()),
    ).toEqual(ids);
    expect(await fixture.bus.call(readEventUsage, { month: '2026-08' }, one)).toMatchObject({ total: 20, month: 20 });
    await fixture.store(one, events);
    expect((await fixture.list(one)).pagination.total).toBe(0);
  });
});
