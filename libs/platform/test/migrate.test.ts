import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { describeOnBothDatabases, type TestDatabase } from '@strata/testkit/test-databases';
import { silentLogger } from '@strata/testkit/test-logger';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { migrate } from '../src/database/migrate.ts';
import { migrateNotes, NOTES_ROLE, NOTES_SCHEMA } from './notes-schema.ts';

const FILES = ['001.do.notes.sql', '002.do.worker.sql'];

describeOnBothDatabases('Migrations', (backend) => {
  let server: TestDatabase;
  let directory: string;

  beforeAll(async () => {
    server = await backend.startEmpty();
  });
  afterAll(() => server.close());

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'strata-migrations-'));
    await cp(fileURLToPath(new URL('./migrations', import.meta.url)), directory, { recursive: true });
  });
  afterEach(async () => {
    await rm(directory, { recursive: true, force: true });
    await select(`DROP SCHEMA IF EXISTS ${NOTES_SCHEMA} CASCADE`);
  });

  const run = () => migrateNotes(server.connection, directory);
  const addFile = (name: string, sql: string) => writeFile(join(directory, name), sql);
  const select = async <Row>(sql: string): Promise<Row[]> => {
    const client = new Client({ connectionString: server.connection.connectionString });
    await client.connect();
    try {
      return (await client.query(sql)).rows as Row[];
    } finally {
      await client.end();
    }
  };

  it('apply each file once, in order, and later files when they are added', async () => {
    await expect(run()).resolves.toEqual(FILES);
    await expect(run()).resolves.toEqual([]);
    await addFile('003.do.more.sql', 'ALTER TABLE note ADD COLUMN title text');
    await expect(run()).resolves.toEqual(['003.do.more.sql']);
  });

  it('apply each file once when several processes start at the same moment', async () => {
    const applied = await Promise.all([run(), run(), run(), run()]);
    expect(applied.flat()).toEqual(FILES);
  });

  it('create a role that owns nothing and is bound by row-level security', async () => {
    await run();
    const [role] = await select<Record<string, boolean>>(
      `SELECT rolsuper, rolbypassrls, rolcanlogin, rolcreaterole FROM pg_roles WHERE rolname = '${NOTES_ROLE}'`,
    );
    expect(role).toEqual({ rolsuper: false, rolbypassrls: false, rolcanlogin: false, rolcreaterole: false });
    const [{ versions } = { versions: true }] = await select<{ versions: boolean }>(
      `SELECT has_table_privilege('${NOTES_ROLE}', '${NOTES_SCHEMA}.schema_version', 'INSERT') AS versions`,
    );
    expect(versions).toBe(false);
  });

  it('change nothing in a run that fails, and name the file', async () => {
    await addFile('003.do.good.sql', 'CREATE TABLE good (id int)');
    await addFile('004.do.bad.sql', 'CREATE TABLE half (id int); SELECT broken');
    await expect(run()).rejects.toThrow('004.do.bad.sql');
    await expect(select(`SELECT FROM pg_tables WHERE schemaname = '${NOTES_SCHEMA}'`)).resolves.toEqual([]);
    await addFile('004.do.bad.sql', 'SELECT 1');
    await expect(run()).resolves.toHaveLength(4);
  });

  it('reject a file that was changed after it had been applied, and name it', async () => {
    await run();
    await addFile('002.do.worker.sql', 'SELECT 2');
    await expect(run()).rejects.toThrow(/002\.do\.worker\.sql of platform_test was changed/);
  });

  it('reject a new file with an old number', async () => {
    await addFile('005.do.later.sql', 'SELECT 5');
    await run();
    await addFile('004.do.late.sql', 'SELECT 4');
    await expect(run()).rejects.toThrow('004.do.late.sql is too late');
  });

  it('let a process of the previous version start on a newer database', async () => {
    await addFile('003.do.newer.sql', 'CREATE TABLE newer (id int)');
    await run();
    await rm(join(directory, '003.do.newer.sql'));
    await expect(run()).resolves.toEqual([]);
    await expect(select(`SELECT to_regclass('${NOTES_SCHEMA}.newer') IS NULL AS gone`)).resolves.toEqual([
      { gone: false },
    ]);
  });

  it('leave no setting behind for other users of the database', async () => {
    await run();
    const [{ search_path: path } = { search_path: '' }] = await select<{ search_path: string }>('SHOW search_path');
    expect(path).not.toContain(NOTES_SCHEMA);
  });

  it.each(['public"; DROP', 'Upper', ''])('reject the schema name %j', async (schema) => {
    const attempt = migrate({
      connection: server.connection,
      schema,
      role: NOTES_ROLE,
      directory,
      logger: silentLogger,
    });
    await expect(attempt).rejects.toThrow('cannot be the name');
  });
});
