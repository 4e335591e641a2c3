import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@strata/testkit/eventually';
import { describeOnBothDatabases, type TestDatabase } from '@strata/testkit/test-databases';
import { TogglingProxy } from '@strata/testkit/toggling-proxy';
import { Client, Pool } from 'pg';
import { postgresConnection } from '../src/database/connection.ts';
import { DatabaseProbe } from '../src/database/database-probe.ts';

const UNAVAILABLE = { code: 'unavailable' };

describeOnBothDatabases('A probe of a database', (backend) => {
  let database: TestDatabase;
  const probes: DatabaseProbe[] = [];
  const probe = (connection = database.connection): DatabaseProbe => {
    const made = new DatabaseProbe(connection, 'probe');
    probes.push(made);
    return made;
  };

  beforeAll(async () => {
    database = await backend.start();
  });
  afterAll(async () => {
    for (const each of probes) await each.close();
    await database.close();
  });

  it('hears of a database that is well, again and again', async () => {
    const asked = probe();
    await asked.ping();
    await Promise.all([asked.ping(), asked.ping()]);
    await asked.close();
    await asked.ping();
  });

  it('says unavailable of a server that is not there, without its address', async () => {
    const absent = probe(postgresConnection('postgres://someone:swordfish@127.0.0.1:1/nowhere'));
    const error: unknown = await absent.ping().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject(UNAVAILABLE);
    expect(String(error)).not.toMatch(/swordfish|127\.0\.0\.1/);
  });

  // The embedded database is no server that a network could cut off, and has no pool to exhaust.
  if (backend.name === 'embedded') return;

  describe('behind a network', () => {
    let proxy: TogglingProxy;
    let asked: DatabaseProbe;

    beforeAll(async () => {
      const target = new URL(database.connection.connectionString);
      proxy = await TogglingProxy.open(target, 5432);
      asked = probe(postgresConnection(proxy.through(target)));
    });
    afterAll(() => proxy.close());

    it.each(['cut', 'block', 'hang'] as const)(
      'finds out that the database is gone (%s), and that it is back',
      async (how) => {
        await asked.ping();
        proxy[how]();
        await expect(asked.ping()).rejects.toMatchObject(UNAVAILABLE);
        await expect(asked.ping()).rejects.toMatchObject(UNAVAILABLE);
        proxy.mend();
        await eventually(() => asked.ping().then(() => true));
      },
    );
  });

  it('does not take a pool that is all in use for a database that is down', async () => {
    const pool = new Pool({ connectionString: database.connection.connectionString, max: 1 });
    const busy = await pool.connect();
    await probe().ping();
    busy.release();
    await pool.end();
  });

  it('finds out that the server takes no new connections, though old ones work', async () => {
    const url = new URL(database.connection.connectionString);
    const asked = probe();
    await asked.ping();
    const elsewhere = new URL(url);
    elsewhere.pathname = '/postgres';
    const admin = new Client({ connectionString: elsewhere.href });
    await admin.connect();
    const allow = (allowed: boolean) =>
      admin.query(`ALTER DATABASE ${url.pathname.slice(1)} ALLOW_CONNECTIONS ${String(allowed)}`);
    try {
      await allow(false);
      await eventually(() =>
        asked.ping().then(
          () => false,
          () => true,
        ),
      );
    } finally {
      await allow(true);
      await admin.end();
    }
    await eventually(() => asked.ping().then(() => true));
  });
});
