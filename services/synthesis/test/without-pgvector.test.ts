import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { postgresConnection } from '@strata/platform/database/connection';
import { CloseStack } from '@strata/platform/lifecycle/closeable';
import { openSession, type DatabaseSession } from '@strata/testkit/database-session';
import { describeOnPostgres, type TestDatabase } from '@strata/testkit/test-databases';
import { createTestLogger, type TestLogger } from '@strata/testkit/test-logger';
import { randomBytes } from 'node:crypto';
import { SYNTHESIS_SCHEMA } from '../src/adapters/synthesis-schema.ts';
import { VECTOR_WORKER_ROLE } from '../src/adapters/vector-worker-role.ts';
import { startEmbeddingServer, type EmbeddingServer } from './embedding-server-fixture.ts';
import { memory, startSynthesisFixture, type SynthesisFixture } from './synthesis-fixture.ts';

const SCOPE = { tenantId: 'a', environment: 'live' } as const;
const ROLES = [SYNTHESIS_SCHEMA.role, ...(SYNTHESIS_SCHEMA.extraRoles ?? []), VECTOR_WORKER_ROLE];

describeOnPostgres('A database whose user may not create pgvector', (backend) => {
  const stack = new CloseStack();
  const owner = `strata_test_${randomBytes(6).toString('hex')}`;
  const log: TestLogger = createTestLogger('synthesis');
  let admin: DatabaseSession;
  let database: TestDatabase;
  let server: EmbeddingServer;
  let fixture: SynthesisFixture;

  const start = () => startSynthesisFixture(backend, server.settings, undefined, database, log.logger);
  const warnings = () => log.lines.filter(({ message }) => String(message).includes('pgvector'));

  beforeAll(async () => {
    server = stack.use(await startEmbeddingServer());
    const { connection, close } = await backend.startEmpty();
    admin = await openSession(connection);
    stack.defer(async () => {
      await admin.close();
      await close();
      const session = await openSession(postgresConnection(process.env['DATABASE_URL'] ?? ''));
      await session.query(`drop role ${owner}`);
      await session.close();
    });
    await admin.query(`
      do $$
      declare
        needed text;
      begin
        create role ${owner};
        execute format('alter database %I owner to ${owner}', current_database());
        foreach needed in array array['${ROLES.join("', '")}'] loop
          if not exists (select from pg_roles where rolname = needed) then
            execute format('create role %I nologin noinherit', needed);
          end if;
          execute format('grant %I to ${owner}', needed);
        end loop;
      end
      $$`);
    // The session gives up its rights when it begins, as if this user had logged in.
    const url = new URL(connection.connectionString);
    url.searchParams.set('options', `-c role=${owner}`);
    database = { connection: postgresConnection(url.href), close: () => Promise.resolve() };
    fixture = await start();
  });
  afterAll(async () => {
    await fixture.close();
    await stack.close();
  });

  it('is searched without the vector arm, and one line of the log says so', async () => {
    const wanted = memory('The lighthouse keeper retired');
    await fixture.index(SCOPE, [wanted]);
    const { sections } = await fixture.synthesize(SCOPE, { query: 'lighthouse' });
    expect(sections.map(({ source }) => source)).toEqual([wanted.id]);
    expect(server.requests).toEqual([]);
    expect(warnings()).toMatchObject([{ level: 'warn', reason: 'This database user may not create the extension' }]);
  });

  it('is searched by vectors after a superuser created the extension and the service was restarted', async () => {
    await admin.query('create extension vector schema public');
    await fixture.close();
    fixture = await start();
    const wanted = memory('She bought an automobile');
    await fixture.index(SCOPE, [wanted]);
    const { sections } = await fixture.synthesize(SCOPE, { query: 'Which car?' });
    expect(sections[0]?.source).toBe(wanted.id);
    expect(warnings()).toHaveLength(1);
  });
});
