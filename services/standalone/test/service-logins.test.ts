import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { captureEvent } from '@strata/contracts/operations/capture';
import { getEvent } from '@strata/contracts/operations/events';
import { synthesize } from '@strata/contracts/operations/synthesize';
import { createVault, createVaultItem, revealVaultItem } from '@strata/contracts/operations/vaults';
import { systemClock } from '@strata/kernel/clock';
import { newId } from '@strata/kernel/ids';
import { createLearnCompiler } from '@strata/learn-compiler/app';
import { learnConfigSchema } from '@strata/learn-compiler/config';
import { createAmqpBus } from '@strata/platform/bus/amqp';
import { createInProcessBus } from '@strata/platform/bus/in-process';
import { loadConfig } from '@strata/platform/config/load-config';
import { postgresConnection } from '@strata/platform/database/connection';
import { CloseStack, openAll } from '@strata/platform/lifecycle/closeable';
import { createMetrics } from '@strata/platform/metrics/create-metrics';
import { createSynthesis } from '@strata/synthesis/app';
import { synthesisConfigSchema } from '@strata/synthesis/config';
import { openSession, type DatabaseSession } from '@strata/testkit/database-session';
import { eventually } from '@strata/testkit/eventually';
import { describeOnServices } from '@strata/testkit/real-services';
import { silentLogger } from '@strata/testkit/test-logger';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { composeServices } from '../src/compose-services.ts';
import { deploymentSecrets } from './fixtures/deployment-secrets.ts';
import { newTenant, type NewTenant } from './fixtures/new-tenant.ts';
import { SHORTCUTS } from './fixtures/system-fixture.ts';

const SCRIPT = new URL('../../../deploy/postgres/service-logins.sql', import.meta.url);
const OF_SERVICES = {
  gateway: 'gateway',
  ingest: 'ingest',
  'learn-compiler': 'learn',
  synthesis: 'synthesis',
  'enterprise-org': 'enterprise_org',
  vault: 'vault',
};
const SERVICES = Object.values(OF_SERVICES);
const loginOf = (service: string): string => `strata_${service}_login`;

/** The script as psql would send it, without psql's own commands. */
async function readScript(passwords: Readonly<Record<string, string>>): Promise<string> {
  const lines = (await readFile(SCRIPT, 'utf8')).split('\n');
  const sql = lines.filter((line) => !line.startsWith('\\') && !line.endsWith('\\gexec')).join('\n');
  return sql.replaceAll(/:'(\w+)'/g, (_match, name: string) => `'${passwords[name] ?? ''}'`);
}

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

/** Logins belong to the server; another run may still use them. */
const DROP_LOGINS = SERVICES.map(
  (service) => `
    do $$ begin
      drop role if exists ${loginOf(service)};
    exception when dependent_objects_still_exist then null;
    end $$`,
).join(';');

describeOnServices('Services with a database login of their own', (startServices) => {
  const stack = new CloseStack();
  const passwords = Object.fromEntries(SERVICES.map((service) => [service, randomBytes(12).toString('hex')]));
  let admin: DatabaseSession;
  let tenant: NewTenant;

  beforeAll(async () => {
    stack.defer(async () => {
      const session = await openSession(postgresConnection(process.env['DATABASE_URL'] ?? ''));
      await session.query(DROP_LOGINS);
      await session.close();
    });
    const real = stack.use(await startServices());
    admin = stack.use(await openSession(postgresConnection(real.env.DATABASE_URL)));
    await startedBySuperuser(real.env.DATABASE_URL);
    const script = await readScript(passwords);
    await admin.query(script);
    // An operator may run it again.
    await admin.query(script);
    const connectionOf = (service: string) => {
      const url = new URL(real.env.DATABASE_URL);
      url.username = loginOf(service);
      url.password = passwords[service] ?? '';
      return postgresConnection(url.href);
    };
    const { AMQP_URL: url, AMQP_PREFIX: prefix } = real.env;
    const env = {
      ...real.env,
      ...deploymentSecrets(),
      PORT: '0',
      DEFAULT_PLAN: 'enterprise',
      // No provider is there; its tables are.
      OPENAI_BASE_URL: 'http://127.0.0.1:1/v1',
      LEARN_AUTO_SILENCE_SECONDS: '1',
    };
    await admin.query('create extension if not exists vector schema public');
    const { port } = await composeServices(stack, env, (service) => ({
      bus: stack.use(createAmqpBus({ url, prefix, service, instanceId: newId('wrk'), logger: silentLogger })),
      connection: connectionOf(OF_SERVICES[service as keyof typeof OF_SERVICES]),
      logger: silentLogger,
      metrics: createMetrics({ service }),
      clock: systemClock,
      ...SHORTCUTS.gateway,
    }));
    tenant = await newTenant(`http://127.0.0.1:${String(port)}`);
  }, 60_000);
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
