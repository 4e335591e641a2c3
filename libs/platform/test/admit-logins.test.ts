import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { openSession, type DatabaseSession } from '@strata/testkit/database-session';
import { describeOnPostgres, type TestDatabase } from '@strata/testkit/test-databases';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { postgresConnection, type DatabaseConnection } from '../src/database/connection.ts';
import { DatabaseProbe } from '../src/database/database-probe.ts';
import { requireMigrated } from '../src/database/require-migrated.ts';
import { migrateNotes, NOTES_ROLE, NOTES_SCHEMA } from './notes-schema.ts';

const directory = fileURLToPath(new URL('./migrations', import.meta.url));

describeOnPostgres('A login that owns nothing', (backend) => {
  const suffix = randomBytes(6).toString('hex');
  const [named, other] = [`strata_test_named_${suffix}`, `strata_test_other_${suffix}`];
  let server: TestDatabase;
  let admin: DatabaseSession;

  const as = (login: string): DatabaseConnection => {
    const url = new URL(server.connection.connectionString);
    url.searchParams.set('options', `-c role=${login}`);
    return postgresConnection(url.href);
  };
  const check = (login: string) => requireMigrated({ connection: as(login), schema: NOTES_SCHEMA, directory });
  const probe = async (login: string): Promise<void> => {
    const used = new DatabaseProbe(as(login), NOTES_SCHEMA);
    await used.ping().finally(() => used.close());
  };

  beforeAll(async () => {
    server = await backend.startEmpty();
    admin = await openSession(server.connection);
    await migrateNotes(server.connection);
    for (const login of [named, other])
      await admin.query(`create role ${login} login noinherit; grant ${NOTES_ROLE} to ${login}`);
    const [{ name } = { name: '' }] = await admin.query<{ name: string }>('select current_database() as name');
    await admin.query(`grant connect on database ${name} to ${named}`);
  });
  afterAll(async () => {
    await admin.query(`drop owned by ${named}, ${other}; drop role ${named}, ${other}`);
    await admin.close();
    await server.close();
  });

  it('has no right until the next migration', async () => {
    await expect(check(named)).rejects.toMatchObject({ code: 'unavailable' });
    await expect(probe(named)).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('may then see which migrations are applied and probe the database, and nothing else', async () => {
    await migrateNotes(server.connection);
    await expect(check(named)).resolves.toBeUndefined();
    await expect(probe(named)).resolves.toBeUndefined();
    const session = await openSession(as(named));
    await expect(session.query(`select from ${NOTES_SCHEMA}.note`)).rejects.toMatchObject({ code: '42501' });
    await expect(session.query(`update ${NOTES_SCHEMA}.schema_version set name = ''`)).rejects.toMatchObject({
      code: '42501',
    });
    await session.close();
  });

  it('gets none if this database does not name it', async () => {
    await expect(check(other)).rejects.toMatchObject({ code: 'unavailable' });
    await expect(probe(other)).rejects.toMatchObject({ code: 'unavailable' });
  });
});
