import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { claimEvents, completeEvents, findFingerprints, readEventSeries } from '@strata/contracts/calls/ingest';
import type { AcceptedEvent } from '@strata/contracts/calls/ingest';
import type { RequestContext } from '@strata/kernel/actor';
import { openSession, type DatabaseSession } from '@strata/testkit/database-session';
import { migrateService } from '@strata/testkit/migrate-service';
import { describeOnBothDatabases, type TestDatabase } from '@strata/testkit/test-databases';
import { INGEST_SCHEMA } from '../src/adapters/ingest-schema.ts';
import { newEvent, newTenant, startIngestFixture, type IngestFixture } from './ingest-fixture.ts';
import { eventsByPartition, keepMonths, onConnection, partitions, StandingClock } from './months-fixture.ts';
import { otherProcess } from './open-sessions-fixture.ts';

/** How the version before stores an event, without what it counts in other tables. */
const INSERT_BEFORE = `
  insert into events (tenant_id, environment, id, type, session_id, agent_id, tags, payload, metadata, idempotency_key,
                      fingerprint, occurred_at, occurred_at_given, received_at, arrival)
  values ($1, $2, $3, 'message', 'session-1', 'agent-1', '{}', '{}', '{}', $4, $5, now(), false, now(), $6)
  on conflict (tenant_id, environment, id) do nothing`;

const STORAGE = `
  select oid::integer as oid, relfilenode::integer as file from pg_class
  where relname ~ '^events' and relkind in ('r', 'i') and relnamespace = 'ingest'::regnamespace order by 1`;

/** Who may do what with which rows of the table. */
const RIGHTS = `
  select policyname::text as name, permissive, roles::text, cmd, qual, with_check from pg_policies
  where schemaname = 'ingest' and tablename = 'events'
  union all
  select grantee::regrole::text, privilege_type, '', '', '', '' from pg_class, aclexplode(relacl)
  where oid = 'ingest.events'::regclass
  union all
  select grantee::regrole::text, privilege_type, attname, '', '', '' from pg_attribute, aclexplode(attacl)
  where attrelid = 'ingest.events'::regclass and attnum > 0
  order by 1, 2, 3, 4`;

describeOnBothDatabases('An event table from before months', (backend) => {
  const clock = new StandingClock('2026-11-24T12:00:00.000Z');
  const context = newTenant();
  let database: TestDatabase;
  let session: DatabaseSession;
  let fixture: IngestFixture;
  /** Stores an event as the version before does. Returns how many were stored. */
  const storeBefore = async (as: RequestContext, event: AcceptedEvent): Promise<number> => {
    const other = otherProcess(database.connection);
    const { tenantId, environment } = as.scope;
    const values = [tenantId, environment, event.id, event.idempotencyKey, event.fingerprint, event.arrival];
    try {
      return await other.inTenant(as.scope, (tx) => tx.execute(INSERT_BEFORE, values));
    } finally {
      await other.close();
    }
  };
  const keysOf = async (as: RequestContext): Promise<(string | null)[]> =>
    (await fixture.list(as)).items.map(({ idempotencyKey }) => idempotencyKey);

  beforeAll(async () => {
    database = await backend.startEmpty();
    session = await openSession(database.connection);
    await migrateService(database.connection, INGEST_SCHEMA, '015');
    for (const key of ['a', 'b', 'c']) await storeBefore(context, newEvent(context, key));
    await migrateService(database.connection, INGEST_SCHEMA);
    fixture = await startIngestFixture(onConnection(database.connection, backend.name), undefined, {}, clock);
  });
  afterAll(async () => {
    await fixture.close();
    await session.close();
    await database.close();
  });

  test('is counted by the hour from the upgrade on, with what it had before', async () => {
    const since = new Date(Date.now() - 2 * 86_400_000).toISOString();
    const { points } = await fixture.bus.call(readEventSeries, { bucket: 'hour', since }, context);
    expect(points.reduce((sum, { events }) => sum + events, 0)).toBe(3);
  });

  test('stays one table at first, in which this version and the one before store each event once', async () => {
    expect(await partitions(session)).toEqual([]);
    await fixture.store(context, [newEvent(context, 'a'), newEvent(context, 'd')]);
    expect(await storeBefore(context, newEvent(context, 'd'))).toBe(0);
    expect(await storeBefore(context, newEvent(context, 'e'))).toBe(1);
    await fixture.store(context, [newEvent(context, 'e'), newEvent(context, 'f')]);
    expect(await keysOf(context)).toEqual(['f', 'e', 'd', 'c', 'b', 'a']);
    const [check] = await session.query(
      `select convalidated from pg_constraint where conname = 'events_seq_before_months'`,
    );
    expect(check).toEqual({ convalidated: true });
  });

  test('becomes a partition after the given days, with the same rights, and nothing of it is copied', async () => {
    const before = await session.query(STORAGE);
    const rights = await session.query(RIGHTS);
    await keepMonths(database.connection, clock);
    expect(await partitions(session)).toEqual([]);
    await session.query(`update ingest.schema_version set run_at = now() - interval '8 days' where version = 15`);
    await Promise.all([1, 2, 3].map(() => keepMonths(database.connection, clock)));
    expect(await partitions(session)).toEqual(['events_2026_11', 'events_2026_12', 'events_before_months']);
    expect(await session.query(STORAGE)).toEqual(expect.arrayContaining(before));
    expect(rights.length).toBeGreaterThan(15);
    expect(await session.query(RIGHTS)).toEqual(rights);
    expect(await eventsByPartition(session)).toEqual({ events_before_months: 6 });
  });

  test('still has its events: by id, in pages, for compiling, and against repetition', async () => {
    await fixture.store(context, [newEvent(context, 'a'), newEvent(context, 'f'), newEvent(context, 'g')]);
    expect(await eventsByPartition(session)).toEqual({ events_2026_11: 1, events_before_months: 6 });
    expect(await keysOf(context)).toEqual(['g', 'f', 'e', 'd', 'c', 'b', 'a']);
    const eventIds = ['a', 'd', 'e', 'g'].map((key) => newEvent(context, key).id);
    for (const id of eventIds) expect((await fixture.get(context, id)).id).toBe(id);
    expect((await fixture.bus.call(findFingerprints, { eventIds }, context)).found).toHaveLength(4);
    const claim = { jobId: 'lrn_1', scope: {}, limit: 10, leaseSeconds: 60 };
    expect((await fixture.bus.call(claimEvents, claim, context)).events).toHaveLength(7);
    const done = { jobId: 'lrn_1', eventIds, release: false, isDone: true };
    await fixture.bus.call(completeEvents, done, context);
    expect((await fixture.bus.call(claimEvents, claim, context)).events).toHaveLength(3);
  });

  test('lets the version before store nothing any more, which is no fault of the event', async () => {
    await expect(storeBefore(context, newEvent(context, 'h'))).rejects.toMatchObject({ code: '42P10' });
  });
});
