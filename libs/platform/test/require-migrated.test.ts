import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { openSession } from '@strata/testkit/database-session';
import { describeOnBothDatabases, type TestDatabase } from '@strata/testkit/test-databases';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { postgresConnection } from '../src/database/connection.ts';
import { requireMigrated } from '../src/database/require-migrated.ts';
import { migrateNotes, NOTES_SCHEMA } from './notes-schema.ts';

describeOnBothDatabases('A service that does not migrate', (backend) => {
  let server: TestDatabase;
  let directory: string;

  beforeAll(async () => {
    server = await backend.startEmpty();
    directory = await mkdtemp(join(tmpdir(), 'strata-migrations-'));
    await cp(fileURLToPath(new URL('./migrations', import.meta.url)), directory, { recursive: true });
  });
  afterAll(async () => {
    await rm(directory, { recursive: true });
    await server.close();
  });
  afterEach(async () => {
    const session = await openSession(server.connection);
    await session.query(`drop schema if exists ${NOTES_SCHEMA} cascade`);
    await session.close();
  });

  const check = (connection = server.connection) => requireMigrated({ connection, schema: NOTES_SCHEMA, directory });

  it('waits while there is no schema', async () => {
    await expect(check()).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('lacks 001.do.notes.sql, 002.do.worker.sql'),
    });
  });

  it('starts once every file is applied, and on a database that is ahead', async () => {
    await migrateNotes(server.connection, directory);
    await expect(check()).resolves.toBeUndefined();
    const newer = join(directory, '003.do.newer.sql');
    await writeFile(newer, 'CREATE TABLE newer (id int)');
    await expect(check()).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining(`${NOTES_SCHEMA} lacks 003.do.newer.sql:`),
    });
    await migrateNotes(server.connection, directory);
    await rm(newer);
    await expect(check()).resolves.toBeUndefined();
  });

  it('waits for a database that does not respond', async () => {
    const absent = check(postgresConnection('postgres://someone@127.0.0.1:1/nowhere'));
    await expect(absent).rejects.toMatchObject({ code: 'unavailable' });
  });
});
