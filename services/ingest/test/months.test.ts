import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { findFingerprints, readEventUsage } from '@strata/contracts/calls/ingest';
import { writerOf } from '@strata/kernel/actor';
import { openSession, type DatabaseSession } from '@strata/testkit/database-session';
import { describeOnBothDatabases } from '@strata/testkit/test-databases';
import { createPgEventWriter } from '../src/adapters/pg-event-writer.ts';
import { newEvent, newTenant, startIngestFixture, type IngestFixture } from './ingest-fixture.ts';
import { eventsByPartition, keepMonths, partitions, StandingClock } from './months-fixture.ts';
import { otherProcess } from './open-sessions-fixture.ts';

describeOnBothDatabases('The months of events', (backend) => {
  const clock = new StandingClock('2026-11-30T23:59:59.900Z');
  let fixture: IngestFixture;
  let session: DatabaseSession;
  beforeAll(async () => {
    fixture = await startIngestFixture(backend, undefined, {}, clock);
    session = await openSession(fixture.connection);
  });
  afterAll(async () => {
    await session.close();
    await fixture.close();
  });

  const emptied = async (month: string): Promise<void> => {
    await session.query(`delete from ingest.${month}`);
    await session.query(`vacuum ingest.${month}`);
    await session.query('select pg_stat_force_next_flush()');
  };

  test('have a partition before they begin, which any number of processes make together', async () => {
    expect(await partitions(session)).toEqual(['events_2026_11', 'events_2026_12', 'events_before_months']);
    await Promise.all([1, 2, 3].map(() => keepMonths(fixture.connection, clock, { ahead: 3 })));
    expect(await partitions(session)).toEqual([
      ...['events_2026_11', 'events_2026_12', 'events_2027_01', 'events_2027_02', 'events_before_months'],
    ]);
  });

  test('have each event once, whenever it is sent again', async () => {
    const context = newTenant();
    const sent = [newEvent(context, 'a'), newEvent(context, 'b'), newEvent(context)];
    clock.put('2026-11-30T23:59:59.900Z');
    await fixture.store(context, sent);
    clock.put('2026-12-01T00:00:00.000Z');
    const late = sent.map((event) => ({ ...event, receivedAt: '2026-12-01T00:00:00.000Z' }));
    await fixture.store(context, [...late, newEvent(context, 'c')]);
    // A clock that is behind, or far ahead.
    for (const now of ['2026-11-30T23:59:59.999Z', '2020-01-01T00:00:00.000Z', '2199-05-01T00:00:00.000Z']) {
      clock.put(now);
      await fixture.store(context, [...late, newEvent(context, 'c')]);
    }
    clock.put('2026-12-01T00:00:00.000Z');
    const { items, pagination } = await fixture.list(context);
    expect(pagination.total).toBe(4);
    expect(items.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['c', null, 'b', 'a']);
    const usage = await fixture.bus.call(readEventUsage, { month: '2026-11' }, context);
    expect(usage).toMatchObject({ total: 4, month: 4 });
    const eventIds = sent.map(({ id }) => id);
    expect((await fixture.bus.call(findFingerprints, { eventIds }, context)).found).toHaveLength(3);
  });

  test('have each event once when it is written in two months at the same time', async () => {
    const context = newTenant();
    const writer = writerOf(context.actor);
    const events = Array.from({ length: 40 }, (_, n) => ({ ...newEvent(context, `same ${String(n)}`), writer }));
    const database = otherProcess(fixture.connection);
    const writers = ['2026-11-30T23:59:59.999Z', '2026-12-01T00:00:00.000Z'].map((now) =>
      createPgEventWriter(database, { silenceSeconds: 60, events: 500 }, new StandingClock(now)),
    );
    try {
      const write = { scope: context.scope, chunks: [] };
      const stored = await Promise.all(
        Array.from({ length: 5 }, (_, n) => (n % 2 === 0 ? events : events.toReversed())).flatMap((given) =>
          writers.map((each) => each.store({ ...write, events: given })),
        ),
      );
      expect(stored.reduce((sum, count) => sum + count, 0)).toBe(40);
    } finally {
      await database.close();
    }
    const [row] = await session.query<{ count: number }>(
      'select count(*)::integer as count from ingest.events where tenant_id = $1',
      [context.scope.tenantId],
    );
    expect(row).toEqual({ count: 40 });
  });

  test('are read page by page, newest first, over their borders', async () => {
    const context = newTenant();
    const sent: string[] = [];
    for (const month of ['2020-01', '2026-11', '2026-12', '2027-01']) {
      clock.put(`${month}-15T00:00:00.000Z`);
      const events = [newEvent(context), newEvent(context), newEvent(context)];
      await fixture.store(context, events);
      sent.push(...events.map(({ id }) => id));
    }
    const read: string[] = [];
    let cursor: string | null = null;
    do {
      const query: Readonly<Record<string, unknown>> = cursor === null ? { limit: 2 } : { limit: 2, cursor };
      const { items, pagination } = await fixture.list(context, query);
      read.push(...items.map(({ id }) => id));
      cursor = pagination.cursor;
    } while (cursor !== null);
    expect(read).toEqual(sent.toReversed());
    for (const id of sent) expect((await fixture.get(context, id)).id).toBe(id);
  });

  test('without a partition have their events in the last month that has one', async () => {
    const context = newTenant();
    clock.put('2031-03-01T00:00:00.000Z');
    const event = newEvent(context);
    const before = await eventsByPartition(session);
    await fixture.store(context, [event]);
    const last = 'events_2027_02';
    expect(await eventsByPartition(session)).toEqual({ ...before, [last]: (before[last] ?? 0) + 1 });
    expect((await fixture.get(context, event.id)).id).toBe(event.id);
  });

  test('are dropped when they are over and all of their events have been deleted, and no earlier', async () => {
    const context = newTenant();
    clock.put('2026-11-15T00:00:00.000Z');
    await fixture.store(context, [newEvent(context, 'gone')]);
    clock.put('2027-02-15T00:00:00.000Z');
    expect(await keepMonths(fixture.connection, clock)).toBe(0);
    await emptied('events_2026_11');
    clock.put('2026-12-15T00:00:00.000Z');
    expect(await keepMonths(fixture.connection, clock)).toBe(0);
    clock.put('2027-02-15T00:00:00.000Z');
    expect(await keepMonths(fixture.connection, clock)).toBe(1);
    expect(await partitions(session)).toEqual([
      ...['events_2026_12', 'events_2027_01', 'events_2027_02', 'events_2027_03', 'events_before_months'],
    ]);
    // What was in it is not stored again, and does not stand in the way of anything.
    await fixture.store(context, [newEvent(context, 'gone'), newEvent(context, 'new')]);
    expect((await fixture.list(context)).items.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['new']);
  });

  test('are kept if there is one event that the statistics do not know', async () => {
    const context = newTenant();
    await emptied('events_2026_12');
    clock.put('2026-12-15T00:00:00.000Z');
    await fixture.store(context, [newEvent(context, 'kept')]);
    await session.query('select pg_stat_reset()');
    clock.put('2027-02-15T00:00:00.000Z');
    const before = await partitions(session);
    expect(await keepMonths(fixture.connection, clock)).toBe(0);
    expect(await partitions(session)).toEqual(before);
    expect((await fixture.list(context)).pagination.total).toBe(1);
    const unforced = await session.query(
      `select relname from pg_class where relname ~ '^events_' and relkind in ('r', 'p') and not relforcerowsecurity`,
    );
    expect(unforced).toEqual([]);
  });

  test('are closed to all roles of the service, except through the table of all events', async () => {
    const context = newTenant();
    await fixture.store(context, [newEvent(context)]);
    const database = otherProcess(fixture.connection);
    try {
      const { tenantId, environment } = context.scope;
      for (const partition of await partitions(session))
        for (const statement of [
          `select from ${partition}`,
          `delete from ${partition}`,
          `update ${partition} set learned_at = null`,
          `insert into ${partition} (tenant_id, environment) values ('${tenantId}', '${environment}')`,
        ]) {
          const direct = database.inTenant(context.scope, (tx) => tx.query(statement));
          await expect(direct).rejects.toMatchObject({ code: '42501' });
        }
      const throughAll = await database.inTenant(context.scope, (tx) => tx.query('select from events'));
      expect(throughAll).toHaveLength(1);
    } finally {
      await database.close();
    }
  });
});
