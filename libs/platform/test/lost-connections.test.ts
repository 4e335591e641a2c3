import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeOnPostgres, type TestDatabase } from '@strata/testkit/test-databases';
import { silentLogger } from '@strata/testkit/test-logger';
import { TogglingProxy } from '@strata/testkit/toggling-proxy';
import { postgresConnection } from '../src/database/connection.ts';
import { createDatabase } from '../src/database/create-database.ts';
import type { Database } from '../src/database/database.ts';
import { createMetrics } from '../src/metrics/create-metrics.ts';
import { migrateNotes, NOTES_ROLE, NOTES_SCHEMA } from './notes-schema.ts';

const acme = { tenantId: 'ten_acme', environment: 'live' } as const;
const INSERT = `INSERT INTO note (tenant_id, environment, id, body) VALUES ('ten_acme', 'live', 'n1', 'text')`;
const UNAVAILABLE = { code: 'unavailable' };
const MAX = 3;

describeOnPostgres('A database whose connections are lost without a word', (backend) => {
  let server: TestDatabase;
  let proxy: TogglingProxy;
  const open: Database[] = [];
  const openThrough = (connectionString: string): Database => {
    const options = { schema: NOTES_SCHEMA, role: NOTES_ROLE, max: MAX, logger: silentLogger };
    const connection = postgresConnection(connectionString);
    const database = createDatabase({ ...options, connection, metrics: createMetrics({ service: 'test' }) });
    open.push(database);
    return database;
  };

  beforeAll(async () => {
    server = await backend.startEmpty();
    await migrateNotes(server.connection);
    proxy = await TogglingProxy.open(new URL(server.connection.connectionString), 5432);
  });
  afterAll(async () => {
    await Promise.all(open.map((database) => database.close()));
    await proxy.close();
    await server.close();
  });

  it('is unavailable to those who wait for an answer, then opens new ones, and its server gives up the locks of the old', async () => {
    const target = new URL(server.connection.connectionString);
    const [database, other] = [openThrough(proxy.through(target)), openThrough(target.href)];
    let hasInserted: () => void = () => undefined;
    let lose: () => void = () => undefined;
    const inserted = new Promise<void>((resolve) => (hasInserted = resolve));
    const lost = new Promise<void>((resolve) => (lose = resolve));
    const inProgress = database.inTenant(
      acme,
      async (tx) => {
        await tx.execute(INSERT);
        hasInserted();
        await lost;
        await tx.query('SELECT 1');
      },
      { statementTimeoutMs: 100 },
    );
    // The other connections are idle when they are lost.
    await Promise.all(Array.from({ length: MAX - 1 }, () => database.runInTenant(acme, [{ sql: 'SELECT 1' }])));
    await inserted;
    proxy.lose();
    lose();
    const idle = Array.from({ length: MAX - 1 }, () => database.runInTenant(acme, [{ sql: 'SELECT 1' }]));
    for (const attempt of [inProgress, ...idle]) await expect(attempt).rejects.toMatchObject(UNAVAILABLE);
    await expect(database.runInTenant(acme, [{ sql: 'SELECT 1 AS one' }])).resolves.toEqual([[{ one: 1 }]]);
    // Waits for the lost transaction, which had inserted the same row.
    await expect(other.inTenant(acme, (tx) => tx.execute(INSERT))).resolves.toBe(1);
  });
});
