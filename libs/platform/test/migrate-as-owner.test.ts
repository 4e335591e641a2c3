import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { openSession, type DatabaseSession } from '@strata/testkit/database-session';
import { describeOnPostgres, type TestDatabase } from '@strata/testkit/test-databases';
import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { postgresConnection, type DatabaseConnection } from '../src/database/connection.ts';
import { migrateNotes, NOTES_ROLE, NOTES_SCHEMA, NOTES_WORKER } from './notes-schema.ts';

describeOnPostgres('A migration by an owner that is no superuser', (backend) => {
  const owner = `strata_test_${randomBytes(6).toString('hex')}`;
  let server: TestDatabase;
  let admin: DatabaseSession;
  let connection: DatabaseConnection;
  let directory: string;

  beforeAll(async () => {
    server = await backend.startEmpty();
    admin = await openSession(server.connection);
    directory = await mkdtemp(join(tmpdir(), 'strata-migrations-'));
    await cp(fileURLToPath(new URL('./migrations', import.meta.url)), directory, { recursive: true });
    // Creates the roles.
    await migrateNotes(server.connection);
    await admin.query(`drop schema ${NOTES_SCHEMA} cascade`);
    await admin.query(`create role ${owner} noinherit; grant ${NOTES_ROLE}, ${NOTES_WORKER} to ${owner};
                       create schema ${NOTES_SCHEMA} authorization ${owner}`);
    // The session gives up its rights when it begins, as if this user had logged in.
    const url = new URL(server.connection.connectionString);
    url.searchParams.set('options', `-c role=${owner}`);
    connection = postgresConnection(url.href);
  });
  afterAll(async () => {
    await rm(directory, { recursive: true });
    await admin.query(`drop schema ${NOTES_SCHEMA} cascade; drop role ${owner}`);
    await admin.close();
    await server.close();
  });

  it('needs no right to create schemas or roles', async () => {
    await expect(migrateNotes(connection, directory)).resolves.toHaveLength(2);
  });

  it('fails with advice if it may not take a role', async () => {
    await admin.query(`revoke ${NOTES_WORKER} from ${owner}`);
    await expect(migrateNotes(connection, directory)).rejects.toThrow(
      `may not create or take the role ${NOTES_WORKER}; run deploy/postgres/service-logins.sql`,
    );
    await admin.query(`grant ${NOTES_WORKER} to ${owner}`);
  });

  it('changes the rows of every tenant, and leaves their owner bound by row-level security', async () => {
    await admin.query(
      `insert into ${NOTES_SCHEMA}.note select 'ten_' || i, 'live', 'n', 'old' from generate_series(1, 3) i`,
    );
    await writeFile(join(directory, '003.do.change.sql'), `UPDATE note SET body = 'new';`);
    await expect(migrateNotes(connection, directory)).resolves.toEqual(['003.do.change.sql']);
    expect(await admin.query(`select distinct body from ${NOTES_SCHEMA}.note`)).toEqual([{ body: 'new' }]);
    const session = await openSession(connection);
    expect(await session.query(`select from ${NOTES_SCHEMA}.note`)).toEqual([]);
    await session.close();
  });
});
