import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openSession } from '@strata/testkit/database-session';
import { eventually } from '@strata/testkit/eventually';
import { describeOnBothDatabases, type TestDatabase } from '@strata/testkit/test-databases';

import { TogglingProxy } from '@strata/testkit/toggling-proxy';
import { Client, Pool } from 'pg';
import { postgresConnection } from '../src/database/connection.ts';
import { DatabaseProbe } from '../src/database/database-probe.ts';
import { migrateNotes, NOTES_SCHEMA } from './notes-schema.ts';

const UNAVAILABLE = { code: 'unavailable' };

describeOnBothDatabases('A probe of a database', (backend) => {
  let database: TestDatabase;
  const probes: DatabaseProbe[] = [];
  const probe = (connection = database.connection): DatabaseProbe => {
    const made = new DatabaseProbe(connection, NOTES_SCHEMA);
    probes.push(made);
    return made;
  };

  beforeAll(async () => {
    database = await backend.startEmpty();
    await migrateNotes(database.connection);
  });
  afterAll(async () => {
    for (const each of probes) await each.close();
    await database.close();
  });

  it('succeeds repeatedly, at once, and after a close', async () => {
    const used = probe();
    await used.ping();
    await Promise.all([used.ping(), used.ping()]);
    await used.close();
    await used.ping();
  });

  it('fails with unavailable, and without the address, if there is no server', async () => {
    const absent = probe(postgresConnection('postgres://someone:swordfish@127.0.0.1:1/nowhere'));
    const error: unknown = await absent.ping().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject(UNAVAILABLE);
    expect(String(error)).not.toMatch(/swordfish|127\.0\.0\.1/);
  });

  it('fails while the database stores nothing, although it responds', async () => {
    const used = probe();
    await used.ping();
    const session = await openSession(database.connection);
    const name = (await session.query<{ name: string }>('select current_database() as name'))[0]?.name ?? '';
    const set = (isOn: boolean) => `set default_transaction_read_only = ${String(isOn)}`;
    try {
      await session.query(`alter database ${name} ${set(true)}`);
      // Every connection to the embedded database shares one session.
      await session.query(set(true));
      await expect(probe().ping()).rejects.toMatchObject(UNAVAILABLE);
    } finally {
      await session.query(set(false));
      await session.query(`alter database ${name} ${set(false)}`);
      await session.close();
    }
    await probe().ping();
  });

  it('does not fail while the embedded database works on a long statement', async () => {
    if (database.connection.kind !== 'embedded') return;
    const used = probe();
    await used.ping();
    const session = await openSession(database.connection);
    try {
      const long = session.query('select pg_sleep(2)');
      const startedAt = performance.now();
      await Promise.all([used.ping(), probe().ping()]);
      expect(performance.now() - startedAt).toBeLessThan(1_500);
      await long;
    } finally {
      await session.close();
    }
    await used.ping();
  });

  it('keeps one row, and fails while the disk has no room for another page once a statement found it full', async () => {
    const session = await openSession(database.connection);
    const table = `${NOTES_SCHEMA}.write_probe`;
    try {
      await session.query(`truncate ${table}`);
      const used = probe();
      await used.ping();
      await used.ping();
      // Stands for a full disk, on which rows still fit into pages that are in use.
      await session.query(`
        create function ${NOTES_SCHEMA}.no_room() returns trigger language plpgsql as
          $$ begin if length(new.filler) > 8192 then raise 'no room' using errcode = '53100'; end if; return new; end $$`);
      await session.query(`create trigger full_disk before insert or update on ${table}
        for each row execute function ${NOTES_SCHEMA}.no_room()`);
      await used.ping();
      used.suspectFull();
      await expect(used.ping()).rejects.toMatchObject(UNAVAILABLE);
      await expect(used.ping()).rejects.toMatchObject(UNAVAILABLE);
      await session.query(`drop trigger full_disk on ${table}`);
      await used.ping();
      expect(await session.query(`select 1 from ${table}`)).toHaveLength(1);
    } finally {
      await session.close();
    }
  });

  // The embedded database has no network that could fail, and no pool to exhaust.
  if (backend.name === 'embedded') return;

  describe('behind a network', () => {
    let proxy: TogglingProxy;
    let remote: DatabaseProbe;

    beforeAll(async () => {
      const target = new URL(database.connection.connectionString);
      proxy = await TogglingProxy.open(target, 5432);
      remote = probe(postgresConnection(proxy.through(target)));
    });
    afterAll(() => proxy.close());

    it.each(['cut', 'block', 'hang'] as const)(
      'notices that the connection fails (%s), and that it works again',
      async (failure) => {
        await remote.ping();
        proxy[failure]();
        await expect(remote.ping()).rejects.toMatchObject(UNAVAILABLE);
        await expect(remote.ping()).rejects.toMatchObject(UNAVAILABLE);
        proxy.mend();
        await eventually(() => remote.ping().then(() => true));
      },
    );
  });

  it('succeeds while a pool is fully in use', async () => {
    const pool = new Pool({ connectionString: database.connection.connectionString, max: 1 });
    const busy = await pool.connect();
    await probe().ping();
    busy.release();
    await pool.end();
  });

  it('notices that the server accepts no new connections while old ones work', async () => {
    const url = new URL(database.connection.connectionString);
    const used = probe();
    await used.ping();
    const elsewhere = new URL(url);
    elsewhere.pathname = '/postgres';
    const admin = new Client({ connectionString: elsewhere.href });
    await admin.connect();
    const allow = (allowed: boolean) =>
      admin.query(`ALTER DATABASE ${url.pathname.slice(1)} ALLOW_CONNECTIONS ${String(allowed)}`);
    try {
      await allow(false);
      await eventually(() =>
        used.ping().then(
          () => false,
          () => true,
        ),
      );
    } finally {
      await allow(true);
      await admin.end();
    }
    await eventually(() => used.ping().then(() => true));
  });
});
