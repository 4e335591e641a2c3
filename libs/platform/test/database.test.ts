import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AppError } from '@strata/kernel/errors';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import { describeOnBothDatabases, type TestDatabase } from '@strata/testkit/test-databases';
import { silentLogger } from '@strata/testkit/test-logger';
import { Client } from 'pg';
import { postgresConnection, type DatabaseConnection } from '../src/database/connection.ts';
import { createDatabase } from '../src/database/create-database.ts';
import type { Database, Transaction } from '../src/database/database.ts';
import { sqlState } from '../src/database/database-errors.ts';
import { createMetrics } from '../src/metrics/create-metrics.ts';
import { migrateNotes, NOTES_ROLE, NOTES_SCHEMA, NOTES_WORKER } from './notes-schema.ts';

const acme: TenantScope = { tenantId: 'ten_acme', environment: 'live' };
const acmeTest: TenantScope = { tenantId: 'ten_acme', environment: 'test' };
const globex: TenantScope = { tenantId: 'ten_globex', environment: 'live' };

const MAX = 4;

describeOnBothDatabases('A database', (backend) => {
  let server: TestDatabase;
  let database: Database;
  const metrics = createMetrics({ service: 'test' });

  beforeAll(async () => {
    server = await backend.startEmpty();
    await migrateNotes(server.connection);
    database = createDatabase({
      connection: server.connection,
      schema: NOTES_SCHEMA,
      role: NOTES_ROLE,
      max: MAX,
      logger: silentLogger,
      metrics,
    });
  });

  afterAll(async () => {
    await database.close();
    await server.close();
  });

  beforeEach(async () => {
    for (const scope of [acme, acmeTest, globex])
      await database.inTenant(scope, (tx) => tx.execute('DELETE FROM note'));
  });

  const write = (scope: TenantScope, id: string, body = 'text') =>
    database.inTenant(scope, (tx) => insert(tx, scope, id, body));
  const idsSeenBy = (scope: TenantScope) => database.inTenant(scope, ids);

  it('commits the work and returns its result', async () => {
    await expect(write(acme, 'n1')).resolves.toBe(1);
    await expect(idsSeenBy(acme)).resolves.toEqual(['n1']);
  });

  it('hides other tenants and environments from a query without a filter', async () => {
    await write(acme, 'a');
    await write(acmeTest, 'b');
    await write(globex, 'c');

    await expect(idsSeenBy(acme)).resolves.toEqual(['a']);
    await expect(idsSeenBy(acmeTest)).resolves.toEqual(['b']);
    await expect(idsSeenBy(globex)).resolves.toEqual(['c']);
  });

  it('rejects writes of another tenant’s rows', async () => {
    const attempt = database.inTenant(acme, (tx) => insert(tx, globex, 'x', 'text'));
    await expect(attempt).rejects.toMatchObject({ code: '42501' });
  });

  it('leaves neither role nor tenant behind on a pooled connection', async () => {
    await write(acme, 'a');
    for (let round = 0; round < MAX * 2; round += 1) {
      const seen = await database.asRole(NOTES_ROLE, ids);
      expect(seen).toEqual([]);
    }
  });

  it('keeps tenants apart under many interleaved transactions with large values', async () => {
    const scopes = Array.from({ length: 12 }, (_, index) => ({ ...acme, tenantId: `ten_${String(index)}` }));
    const large = 'x'.repeat(200_000);
    await Promise.all(
      scopes.map((scope) =>
        database.inTenant(scope, async (tx) => {
          for (let count = 0; count < 3; count += 1)
            await insert(tx, scope, `${scope.tenantId}-${String(count)}`, large);
        }),
      ),
    );
    for (const scope of scopes) {
      await expect(idsSeenBy(scope)).resolves.toEqual([0, 1, 2].map((count) => `${scope.tenantId}-${String(count)}`));
      await database.inTenant(scope, (tx) => tx.execute('DELETE FROM note'));
    }
  });

  it('allows a worker role only what its row-level security policy allows', async () => {
    await write(acme, 'a');
    await write(globex, 'c');
    await expect(database.asRole(NOTES_WORKER, ids)).resolves.toEqual(['a', 'c']);
    const attempt = database.asRole(NOTES_WORKER, (tx) => tx.execute('DELETE FROM note'));
    await expect(attempt).rejects.toMatchObject({ code: '42501' });
  });

  it('rolls back when the work throws, and rethrows its error', async () => {
    const failure = new AppError('conflict', 'No.');
    const attempt = database.inTenant(acme, async (tx) => {
      await insert(tx, acme, 'a', 'text');
      throw failure;
    });
    await expect(attempt).rejects.toBe(failure);
    await expect(idsSeenBy(acme)).resolves.toEqual([]);
  });

  it('keeps the SQLSTATE of a failed statement', async () => {
    await write(acme, 'a');
    const code = await write(acme, 'a').then(
      () => undefined,
      (error: unknown) => sqlState(error),
    );
    expect(code).toBe('23505');
  });

  it('reports a transaction with a failed statement as rolled back', async () => {
    const attempt = database.inTenant(acme, async (tx) => {
      await insert(tx, acme, 'a', 'text');
      await tx.query('SELECT 1/0').catch(() => undefined);
    });
    await expect(attempt).rejects.toThrow('rolled back');
    await expect(idsSeenBy(acme)).resolves.toEqual([]);
  });

  it('rejects statements after the end of the transaction', async () => {
    const kept: Transaction[] = [];
    await database.inTenant(acme, (tx) => Promise.resolve(kept.push(tx)));
    await expect(kept[0]?.query('SELECT 1')).rejects.toThrow('over');
  });

  it('rejects an invalid tenant id', async () => {
    await expect(idsSeenBy({ tenantId: "x'; DROP TABLE note; --", environment: 'live' })).rejects.toThrow('tenant id');
  });

  describe('that gets several statements together', () => {
    const insertOf = ({ tenantId, environment }: TenantScope, id: string) => ({
      sql: 'INSERT INTO note (tenant_id, environment, id, body) VALUES ($1, $2, $3, $4)',
      values: [tenantId, environment, id, 'text'],
    });
    const allIds = { sql: 'SELECT id FROM note ORDER BY id' };

    it('commits all and returns the rows of each', async () => {
      await write(globex, 'c');
      const results = await database.runInTenant(acme, [insertOf(acme, 'a'), insertOf(acme, 'b'), allIds]);
      expect(results).toEqual([[], [], [{ id: 'a' }, { id: 'b' }]]);
      await expect(idsSeenBy(acme)).resolves.toEqual(['a', 'b']);
    });

    it('keeps nothing if one fails, and throws the error of that one', async () => {
      const attempt = database.runInTenant(acme, [insertOf(acme, 'a'), insertOf(globex, 'x'), insertOf(acme, 'b')]);
      await expect(attempt).rejects.toMatchObject({ code: '42501' });
      await expect(idsSeenBy(acme)).resolves.toEqual([]);
      expect(database.figures()).toMatchObject({ waiting: 0, utilizationPercent: 0 });
    });

    it('runs a statement with a name on several connections at once, and again on each', async () => {
      await write(acme, 'a');
      const named = { ...allIds, name: 'all_ids' };
      for (let round = 1; round <= 2; round += 1) {
        const runs = Array.from({ length: MAX * 2 }, () => database.runInTenant(acme, [named]));
        for (const rows of await Promise.all(runs)) expect(rows).toEqual([[{ id: 'a' }]]);
      }
    });
  });

  it('retries work after a serialization failure only on request', async () => {
    const loseTwice = () => {
      let runs = 0;
      return async (tx: Transaction) => {
        runs += 1;
        if (runs < 3) await tx.query(`DO $$ BEGIN RAISE EXCEPTION 'lost' USING ERRCODE = '40001'; END $$`);
        return runs;
      };
    };
    await expect(database.inTenant(acme, loseTwice(), { retry: true })).resolves.toBe(3);
    await expect(database.inTenant(acme, loseTwice())).rejects.toMatchObject({ code: '40001' });
  });

  it('has every connection back after failures, and counts its connections', async () => {
    await Promise.allSettled(
      Array.from({ length: MAX * 3 }, () => database.inTenant(acme, (tx) => tx.query('SELECT broken'))),
    );
    const { total, idle, waiting, max } = database.figures();
    expect({ max, waiting, inUse: total - idle }).toEqual({ max: MAX, waiting: 0, inUse: 0 });
  });

  it('is unavailable when every connection stays in use for too long', async () => {
    const single = createDatabase({
      connection: server.connection,
      schema: NOTES_SCHEMA,
      role: NOTES_ROLE,
      max: 1,
      connectTimeoutMs: 100,
      logger: silentLogger,
      metrics: createMetrics({ service: 'test' }),
    });
    await single.ping();
    let release = (): void => undefined;
    const holding = new Promise<void>((resolve) => (release = resolve));
    const holder = single.inTenant(acme, () => holding);
    await expect(single.inTenant(acme, ids)).rejects.toMatchObject({ code: 'unavailable' });
    release();
    await holder;
    await single.close();
  });

  it('publishes metrics of its pool and its transactions', async () => {
    await write(acme, 'a');
    const text = await metrics.render();
    expect(text).toMatch(/strata_database_connections_max\{service="test"\} 4/);
    expect(text).toMatch(/strata_database_transaction_duration_seconds_count\{outcome="committed",service="test"\}/);
    expect(text).not.toContain('ten_acme');
  });

  if (backend.name === 'embedded') {
    it('rejects a transaction inside another one, which would wait for itself', async () => {
      await expect(database.inTenant(acme, () => idsSeenBy(globex))).rejects.toThrow('inside another one');
      await expect(idsSeenBy(acme)).resolves.toEqual([]);
    });
  } else {
    it('reports a connection that the server ends as unavailable, and recovers', async () => {
      const attempt = database.inTenant(acme, async (tx) => {
        const [own] = await tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
        await asAdministrator(server.connection, `SELECT pg_terminate_backend(${String(own?.pid)})`);
        await tx.query('SELECT 1');
      });
      await expect(attempt).rejects.toMatchObject({ code: 'unavailable' });
      await expect(database.ping()).resolves.toBeUndefined();
    });

    it('is unavailable when the server ends each new connection, whatever its SQLSTATE', async () => {
      const { connectionString } = server.connection;
      const options = `?options=${encodeURIComponent('-c no_such_setting=1')}`;
      const refused = openNotes(`${connectionString}${options}`);
      const failure = await refused.inTenant(acme, ids).catch((error: unknown) => error);
      await refused.close();
      expect(failure).toMatchObject({ code: 'unavailable', cause: { severity: 'FATAL', code: '42704' } });
    });

    it('runs no statement of a transaction that could not begin', async () => {
      const noSuchRole = database.asRole('no_such_role', (tx) => tx.execute('DELETE FROM note'));
      await write(acme, 'a');
      await expect(noSuchRole).rejects.toMatchObject({ code: '22023' });
      await expect(idsSeenBy(acme)).resolves.toEqual(['a']);
    });

    it('ends a statement after its timeout', async () => {
      const attempt = database.inTenant(acme, (tx) => tx.query('SELECT pg_sleep(20)'), { statementTimeoutMs: 50 });
      await expect(attempt).rejects.toMatchObject({ code: 'unavailable' });
    });
  }
});

describe('A database without a server', () => {
  it('is unavailable, without the address in the message', async () => {
    const database = openNotes('postgres://app:hunter2@127.0.0.1:1/app');
    const failure = await database.inTenant(acme, ids).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'unavailable', message: expect.not.stringContaining('127.0.0.1') });
    await expect(database.ping()).rejects.toMatchObject({ code: 'unavailable' });
    await database.close();
  });
});

const openNotes = (url: string): Database =>
  createDatabase({
    connection: postgresConnection(url),
    schema: NOTES_SCHEMA,
    role: NOTES_ROLE,
    logger: silentLogger,
    metrics: createMetrics({ service: 'test' }),
  });

async function asAdministrator({ connectionString }: DatabaseConnection, sql: string): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  await client.query(sql);
  await client.end();
}

const insert = (tx: Transaction, scope: TenantScope, id: string, body: string): Promise<number> =>
  tx.execute('INSERT INTO note (tenant_id, environment, id, body) VALUES ($1, $2, $3, $4)', [
    scope.tenantId,
    scope.environment,
    id,
    body,
  ]);

const ids = async (tx: Transaction): Promise<string[]> =>
  (await tx.query<{ id: string }>('SELECT id FROM note ORDER BY id')).map(({ id }) => id);
