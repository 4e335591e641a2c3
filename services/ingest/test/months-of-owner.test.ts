import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { postgresConnection } from '@strata/platform/database/connection';
import { openSession, type DatabaseSession } from '@strata/testkit/database-session';
import { migrateService } from '@strata/testkit/migrate-service';
import { describeOnPostgres, type TestDatabase } from '@strata/testkit/test-databases';
import { randomBytes } from 'node:crypto';
import { INGEST_SCHEMA } from '../src/adapters/ingest-schema.ts';
import { newEvent, newTenant, startIngestFixture, type IngestFixture } from './ingest-fixture.ts';
import { eventsByPartition, keepMonths, onConnection, partitions, StandingClock } from './months-fixture.ts';

describeOnPostgres('The months of an event table whose owner is no superuser', (backend) => {
  const owner = `strata_test_${randomBytes(6).toString('hex')}`;
  const clock = new StandingClock('2026-08-10T00:00:00.000Z');
  const context = newTenant();
  let server: TestDatabase;
  let admin: DatabaseSession;
  let fixture: IngestFixture;

  beforeAll(async () => {
    server = await backend.startEmpty();
    admin = await openSession(server.connection);
    // Creates the roles.
    await migrateService(server.connection, INGEST_SCHEMA);
    const roles = [INGEST_SCHEMA.role, ...(INGEST_SCHEMA.extraRoles ?? [])].join(', ');
    await admin.query(`drop schema ingest cascade; create role ${owner} noinherit; grant ${roles} to ${owner};
                       create schema ingest authorization ${owner}`);
    // The session gives up its rights when it begins, as if this user had logged in.
    const url = new URL(server.connection.connectionString);
    url.searchParams.set('options', `-c role=${owner}`);
    const connection = postgresConnection(url.href);
    await migrateService(connection, INGEST_SCHEMA, '015');
    await migrateService(connection, INGEST_SCHEMA);
    const settings = { SPLIT_EVENTS_AFTER_DAYS: 0 };
    fixture = await startIngestFixture(onConnection(connection, backend.name), undefined, settings, clock);
  });
  afterAll(async () => {
    await fixture.close();
    await admin.query(`drop schema ingest cascade; drop role ${owner}`);
    await admin.close();
    await server.close();
  });

  test('are made by a service that may not read the events', async () => {
    // The next test needs a month of which the last vacuum found that it is empty.
    await admin.query('vacuum ingest.events_2026_08');
    await fixture.store(context, [newEvent(context, 'a')]);
    expect(await eventsByPartition(admin)).toEqual({ events_2026_08: 1 });
    const session = await openSession(fixture.connection);
    expect(await session.query('select from ingest.events')).toEqual([]);
    expect(await session.query('select from ingest.events_2026_08')).toEqual([]);
    await session.close();
  });

  test('are kept with an event that row-level security hides from the owner, and dropped without one', async () => {
    clock.put('2026-11-10T00:00:00.000Z');
    await admin.query('select pg_stat_reset()');
    expect(await keepMonths(fixture.connection, clock)).toBe(1);
    expect(await partitions(admin)).toEqual([
      'events_2026_08',
      'events_2026_11',
      'events_2026_12',
      'events_before_months',
    ]);
    const unforced = `select from pg_class where relname ~ '^events' and relkind in ('r', 'p') and not relforcerowsecurity`;
    expect(await admin.query(unforced)).toEqual([]);
    await admin.query('delete from ingest.events');
    await admin.query('vacuum ingest.events_2026_08');
    await admin.query('select pg_stat_reset()');
    expect(await keepMonths(fixture.connection, clock)).toBe(1);
    expect(await partitions(admin)).toEqual(['events_2026_11', 'events_2026_12', 'events_before_months']);
  });
});
