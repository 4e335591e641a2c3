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
