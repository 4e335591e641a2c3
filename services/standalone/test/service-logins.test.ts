import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { captureEvent } from '@strata/contracts/operations/capture';
import { getEvent } from '@strata/contracts/operations/events';
import { synthesize } from '@strata/contracts/operations/synthesize';
import { createVault, createVaultItem, revealVaultItem } from '@strata/contracts/operations/vaults';
import { systemClock } from '@strata/kernel/clock';
import { createLearnCompiler } from '@strata/learn-compiler/app';
import { learnConfigSchema } from '@strata/learn-compiler/config';
import { createInProcessBus } from '@strata/platform/bus/in-process';
import { loadConfig } from '@strata/platform/config/load-config';
import { postgresConnection } from '@strata/platform/database/connection';
import { CloseStack, openAll } from '@strata/platform/lifecycle/closeable';
import { createMetrics } from '@strata/platform/metrics/create-metrics';
import { createSynthesis } from '@strata/synthesis/app';
import { synthesisConfigSchema } from '@strata/synthesis/config';
import { openSession, type DatabaseSession } from '@strata/testkit/database-session';
import { eventually } from '@strata/testkit/eventually';
import { describeOnServices, type RealServices } from '@strata/testkit/real-services';
import { startTestPostgres } from '@strata/testkit/test-databases';
import { silentLogger } from '@strata/testkit/test-logger';
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { newTenant, type NewTenant } from './fixtures/new-tenant.ts';
import {
  connectionOf,
  dropLogins,
  newPasswords,
  OF_SERVICES,
  readScript,
  startWithLogins,
} from './fixtures/service-logins.ts';

const loginOf = (service: string): string => `strata_${service}_login`;

/** Leaves tables, sequences and functions that a superuser owns, as a deployment has them whose services shared one login. */
const startedBySuperuser = (databaseUrl: string): Promise<void> =>
  openAll(async (stack) => {
    const bus = stack.use(createInProcessBus());
    const connection = postgresConnection(databaseUrl);
    const metrics = createMetrics({ service: 'test' });
    const parts = { bus, connection, logger: silentLogger, metrics, clock: systemClock };
    stack.use(await createLearnCompiler(loadConfig(learnConfigSchema, {}), parts));
    stack.use(await createSynthesis(loadConfig(synthesisConfigSchema, {}), parts));
    return stack;
  }).then((running) => running.close());

describeOnServices('Services with a database login of their own', (startServices) => {
  const stack = new CloseStack();
  const passwords = newPasswords();
  let admin: DatabaseSession;
  let tenant: NewTenant;

  beforeAll(async () => {
    stack.defer(dropLogins);
    const real = stack.use(await startServices(startTestPostgres));
    admin = stack.use(await openSession(postgresConnection(real.env.DATABASE_URL)));
    await startedBySuperuser(real.env.DATABASE_URL);
    const script = await readScript('postgres/service-logins.sql', passwords);
    await admin.query(script);
    // An operator may run it again.
    await admin.query(script);
    await admin.query('create extension if not exists vector schema public');
    const url = await startWithLogins(stack, real, (service) => connectionOf(real, service, 'login', passwords), {
      // No provider is there; its tables are.
      OPENAI_BASE_URL: 'http://127.0.0.1:1/v1',
      LEARN_AUTO_SILENCE_SECONDS: '1',
    });
    tenant = await newTenant(url);
  });
  afterAll(() => stack.close());

  test('start, store, learn, find and reveal', async () => {
    const { api, user } = tenant;
    const event = { type: 'message', sessionId: 's', payload: { role: 'Ada', content: 'The ferry leaves at dawn.' } };
    await api.call(captureEvent, { body: event });
    await api.learn();
    const { sections } = await api.call(synthesize, { body: { query: 'When does the ferry leave?', maxTokens: 500 } });
    expect(sections[0]?.content).toContain('dawn');
    const { id: vaultId } = await user.call(createVault, { body: { name: 'deploy' } });
    const item = { name: 'token', type: 'token', value: 'kelp-and-7-tides' };
    const { id: itemId } = await user.call(createVaultItem, { params: { id: vaultId }, body: item });
    const revealed = await user.call(revealVaultItem, { params: { id: vaultId, itemId }, body: {} });
    expect(revealed.value).toBe('kelp-and-7-tides');
  });

  test('learn without a request', async () => {
    const { api } = tenant;
    const event = {
      type: 'message',
      sessionId: 'silent',
      payload: { role: 'Ada', content: 'The pilot boat is blue.' },
    };
    const { eventId: id } = await api.call(captureEvent, { body: event });
    await eventually(async () => (await api.call(getEvent, { params: { id } })).learnedAt);
  });

  test('own what a superuser had created', async () => {
    const kept = await admin.query(`
      select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('learn', 'synthesis') and c.relowner <> n.nspowner
      union all
      select p.oid::regprocedure::text from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname in ('learn', 'synthesis') and p.proowner not in (n.nspowner, 'strata_synthesis_search'::regrole)`);
    expect(kept).toEqual([]);
  });

  test('enter no schema and take no role of another service', async () => {
    const foreign = await admin.query(`
      select login, what from (
        select l.rolname as login, n.nspname as what, l.rolname not in (n.nspowner::regrole::name) as is_foreign,
               has_schema_privilege(l.oid, n.oid, 'usage') or has_schema_privilege(l.oid, n.oid, 'create') as may
        from pg_roles l, pg_namespace n
        where l.rolname like 'strata\\_%\\_login' and n.nspname !~ '^pg_|^information_schema$|^public$'
        union all
        select l.rolname, r.rolname, r.rolname !~ ('^' || replace(l.rolname, '_login', '') || '(_|$)'),
               pg_has_role(l.oid, r.oid, 'member')
        from pg_roles l, pg_roles r
        where l.rolname like 'strata\\_%\\_login' and l.oid <> r.oid
      ) rights
      where may and is_foreign`);
    expect(foreign).toEqual([]);
  });

  test('create no role, database or schema, and see no row without taking a role', async () => {
    const attributes = await admin.query(`
      select rolname from pg_roles
      where rolname like 'strata\\_%\\_login'
        and (rolsuper or rolinherit or rolcreaterole or rolcreatedb or rolbypassrls or rolreplication
             or has_database_privilege(oid, current_database(), 'create'))`);
    expect(attributes).toEqual([]);
    await admin.rolledBack(async () => {
      const settings = { role: loginOf('ingest') };
      expect(await admin.attempt({ sql: 'select from ingest.events', settings })).toMatchObject({ count: 0 });
      expect(await admin.attempt({ sql: 'select from gateway.users', settings })).toMatchObject({ error: '42501' });
    });
  });
});

/** The migration of a service as its own process. */
function migration(
  service: string,
  databaseUrl: string,
): Promise<{ readonly code: number | null; readonly error: string }> {
  const script = fileURLToPath(new URL(`../../${service}/dist/migrate.js`, import.meta.url));
  const child = spawn(process.execPath, [script], {
    env: { PATH: process.env['PATH'] ?? '', DATABASE_URL: databaseUrl, LOG_LEVEL: 'error' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const errors: string[] = [];
  child.stderr.on('data', (data: Buffer) => errors.push(data.toString()));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, error: errors.join('') })));
}

describeOnServices('Services whose logins own nothing', (startServices) => {
  const stack = new CloseStack();
  const [owners, runtimes] = [newPasswords(), newPasswords()];
  let real: RealServices;
  let admin: DatabaseSession;

  beforeAll(async () => {
    stack.defer(dropLogins);
    real = stack.use(await startServices(startTestPostgres));
    admin = stack.use(await openSession(postgresConnection(real.env.DATABASE_URL)));
    await admin.query('create extension if not exists vector schema public');
    await admin.query(await readScript('postgres/service-logins.sql', owners));
    const script = await readScript('kubernetes/postgres/runtime-logins.sql', runtimes);
    await admin.query(script);
    // An operator may run it again.
    await admin.query(script);
  });
  afterAll(() => stack.close());

  const runtimeOf = (service: string) => connectionOf(real, service, 'runtime', runtimes);
  const settings = { MIGRATE_AT_START: 'false', OPENAI_BASE_URL: 'http://127.0.0.1:1/v1' };

  test('wait for their migrations', async () => {
    await openAll(async (attempt) => {
      await expect(startWithLogins(attempt, real, runtimeOf, settings)).rejects.toMatchObject({ code: 'unavailable' });
      return attempt;
    }).then((attempt) => attempt.close());
  });

  test('cannot migrate', async () => {
    const { code, error } = await migration('ingest', runtimeOf('ingest').connectionString);
    expect({ code, error }).toMatchObject({ code: 1, error: expect.stringContaining('ingest could not be migrated:') });
    expect(error).not.toContain(runtimes['ingest']);
  });

  test('start, store, learn, find and reveal after them', async () => {
    for (const service of Object.keys(OF_SERVICES)) {
      const { connectionString } = connectionOf(real, service, 'login', owners);
      expect([service, await migration(service, connectionString)]).toEqual([service, { code: 0, error: '' }]);
    }
    const { api, user } = await newTenant(await startWithLogins(stack, real, runtimeOf, settings));
    const event = { type: 'message', sessionId: 's', payload: { role: 'Ada', content: 'The ferry leaves at dawn.' } };
    await api.call(captureEvent, { body: event });
    await api.learn();
    const { sections } = await api.call(synthesize, { body: { query: 'When does the ferry leave?', maxTokens: 500 } });
    expect(sections[0]?.content).toContain('dawn');
    const { id } = await user.call(createVault, { body: { name: 'deploy' } });
    const item = { name: 'token', type: 'token', value: 'kelp-and-7-tides' };
    const { id: itemId } = await user.call(createVaultItem, { params: { id }, body: item });
    const revealed = await user.call(revealVaultItem, { params: { id, itemId }, body: {} });
    expect(revealed.value).toBe('kelp-and-7-tides');
    // The health of each process probes the database.
    const health = await api.get('/v1/health');
    expect(health).toMatchObject({ status: 200 });
  });

  test('own nothing, create nothing, and enter the schemas of their own service only', async () => {
    const owned = await admin.query(`
      select rolname, c.relname from pg_roles r join pg_class c on c.relowner = r.oid where rolname like 'strata\\_%\\_runtime'
      union all select rolname, p.proname from pg_roles r join pg_proc p on p.proowner = r.oid where rolname like 'strata\\_%\\_runtime'`);
    expect(owned).toEqual([]);
    const entered = await admin.query(`
      select r.rolname || ' ' || n.nspname as entry, has_schema_privilege(r.oid, n.oid, 'create') as creates
      from pg_roles r, pg_namespace n
      where r.rolname like 'strata\\_%\\_runtime' and n.nspname !~ '^pg_|^information_schema$|^public$'
        and has_schema_privilege(r.oid, n.oid, 'usage') order by 1`);
    const expected = Object.values(OF_SERVICES).map((name) => `strata_${name}_runtime ${name}`);
    expected.push('strata_synthesis_runtime synthesis_vectors');
    expect(entered).toEqual(expected.sort().map((entry) => ({ entry, creates: false })));
    const tables = await admin.query(`
      select distinct grantee || ' ' || table_name || ' ' || privilege_type as right from information_schema.role_table_grants
      where grantee like 'strata\\_%\\_runtime' and table_name <> 'write_probe' order by 1`);
    const names = Object.values(OF_SERVICES).sort();
    expect(tables).toEqual(names.map((name) => ({ right: `strata_${name}_runtime schema_version SELECT` })));
  });
});
