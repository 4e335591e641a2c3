import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { recordAudit } from '@strata/contracts/calls/organizations';
import { listAudit } from '@strata/contracts/operations/audit';
import { auditActionOf } from '@strata/contracts/operations/audit-actions';
import { OPERATIONS } from '@strata/contracts/operations/table';
import { newId } from '@strata/kernel/ids';
import { createPgLogReader } from '@strata/platform/audit/pg-log-reader';
import { verifyChain, type ChainVerdict } from '@strata/platform/audit/verify-chain';
import { createDatabase } from '@strata/platform/database/create-database';
import type { Database } from '@strata/platform/database/database';
import { createMetrics } from '@strata/platform/metrics/create-metrics';
import { openSession, type DatabaseSession } from '@strata/testkit/database-session';
import { describeOnDatabase, type TestDatabase } from '@strata/testkit/test-databases';
import { silentLogger } from '@strata/testkit/test-logger';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { AUDITOR_ROLE, ORGANIZATION_SCHEMA } from '../src/adapters/organization-schema.ts';
import { ORGANIZATION_LOGS } from '../src/adapters/organization-logs.ts';
import { verifyAudit } from '../src/verify-audit.ts';
import { startRig, type Person, type Rig } from './rig.ts';

const TOLD = 9;
const OWN = 'tenant_id = $1 and organization_id = $2';

describeOnDatabase('Verifying the audit log', (backend) => {
  let server: TestDatabase;
  let owner: DatabaseSession;
  let database: Database;
  let rig: Rig;
  let by: Person;
  let orgId: string;
  beforeAll(async () => {
    server = await backend.start();
    rig = await startRig({ ...backend, start: () => Promise.resolve(server) });
    owner = await openSession(server.connection);
    const { schema, role } = ORGANIZATION_SCHEMA;
    const parts = { logger: silentLogger, metrics: createMetrics({ service: 'test' }) };
    database = createDatabase({ connection: server.connection, schema, role, max: 1, ...parts });
  });
  afterAll(async () => {
    await database.close();
    await owner.close();
    await rig.close();
  });
  beforeEach(async () => {
    ({ orgId, owner: by } = await rig.found());
    for (let place = 0; place < TOLD; place += 1) {
      const at = new Date().toISOString();
      const deed = { action: 'memory.delete', resourceId: 'mem_1', outcome: 'success', changes: null } as const;
      const entries = [{ entryId: newId('aud'), ...deed, at }];
      await rig.bus.send(recordAudit, { organizationId: orgId, entries }, by.context);
    }
  });

  const verify = async (): Promise<ChainVerdict | undefined> => {
    const reader = createPgLogReader(database, ORGANIZATION_LOGS);
    for await (const chain of reader.logs(orgId))
      return verifyChain((after, limit) => reader.entries(chain, after, limit), chain);
    return undefined;
  };
  const tamper = (sql: string, ...values: unknown[]): Promise<unknown> =>
    owner.query(sql.replaceAll('audit_', 'enterprise_org.audit_'), [by.context.scope.tenantId, orgId, ...values]);

  test('finds nothing wrong with what the service has written', async () => {
    const { items } = await rig.ask(by, listAudit, { params: { orgId } });
    expect(await verify()).toEqual({ entries: TOLD + 1, lastHash: items[0]?.hash, brokenAt: null });
  });

  test.each([
    ['an action', `action = 'memory.keep'`],
    ['who did it', `actor_id = 'usr_x'`],
    ['when', `at = at + interval '1 millisecond'`],
    ['what', `changes = '{"after":{}}'`],
    ['the outcome', `outcome = 'denied'`],
    ['from where', `ip = '203.0.113.9'`],
    ['the hash', `hash = repeat('0', 64)`],
    ['the hash before', `previous_hash = repeat('0', 64)`],
  ])('finds an entry in which somebody changed %s', async (_what, change) => {
    await tamper(`update audit_entries set ${change} where ${OWN} and sequence = 5`);
    expect(await verify()).toMatchObject({ entries: 4, brokenAt: 5 });
  });

  test('finds where an entry was taken out, also when the rest was moved up', async () => {
    await tamper(`delete from audit_entries where ${OWN} and sequence = 5`);
    expect(await verify()).toMatchObject({ entries: 4, brokenAt: 5 });
    for (let sequence = 6; sequence <= TOLD + 1; sequence += 1)
      await tamper(`update audit_entries set sequence = sequence - 1 where ${OWN} and sequence = $3`, sequence);
    expect(await verify()).toMatchObject({ entries: 4, brokenAt: 5 });
  });

  test('finds an entry that was put in', async () => {
    for (let sequence = TOLD + 1; sequence > 4; sequence -= 1)
      await tamper(`update audit_entries set sequence = sequence + 1 where ${OWN} and sequence = $3`, sequence);
    await tamper(copyOf('5', '6'));
    expect(await verify()).toMatchObject({ entries: 4, brokenAt: 5 });
  });

  test('finds two entries that changed places', async () => {
    await tamper(`update audit_entries set sequence = -1 where ${OWN} and sequence = 5`);
    await tamper(`update audit_entries set sequence = 5 where ${OWN} and sequence = 6`);
    await tamper(`update audit_entries set sequence = 6 where ${OWN} and sequence = -1`);
    expect(await verify()).toMatchObject({ entries: 4, brokenAt: 5 });
  });

  test('finds by the head that the end was cut off, and by the end that the head was', async () => {
    await tamper(`delete from audit_entries where ${OWN} and sequence > 8`);
    expect(await verify()).toMatchObject({ entries: 8, brokenAt: 9 });
    await tamper(`update audit_heads set sequence = 8 where ${OWN}`);
    expect(await verify()).toMatchObject({ entries: 8, brokenAt: 8 });
    await tamper(`delete from audit_heads where ${OWN}`);
    expect(await verify()).toMatchObject({ entries: 0, brokenAt: 1 });
  });

  test('finds an entry behind the end', async () => {
    await tamper(copyOf(String(TOLD + 2), String(TOLD + 1)));
    expect(await verify()).toMatchObject({ entries: TOLD + 1, brokenAt: TOLD + 2 });
  });

  test('finds that everything was cut off', async () => {
    await owner.query('truncate enterprise_org.audit_entries');
    expect(await verify()).toMatchObject({ entries: 0, brokenAt: 1 });
  });

  test('reads the chains of every tenant, and can change nothing', async () => {
    const as = (sql: string) => database.asRole(AUDITOR_ROLE, (tx) => tx.query(sql));
    const tenants = await as('select distinct tenant_id from audit_heads');
    expect(tenants.length).toBeGreaterThan(1);
    for (const sql of [
      'update audit_entries set ip = null',
      'delete from audit_entries',
      'update audit_heads set sequence = 0',
      'select name from organizations',
      'select * from members',
    ])
      await expect(as(sql)).rejects.toMatchObject({ code: '42501' });
  });

  /** The worked example of the documentation, run as it stands there. */
  test('can be done by anybody from what the interface answers, as the documentation says', async () => {
    const guide = readFileSync(new URL('../../../docs/audit.md', import.meta.url), 'utf8');
    const [, program = ''] = /```js\n(.*?)```/s.exec(guide) ?? [];
    // What a reader of the documentation would run.
    // eslint-disable-next-line @typescript-eslint/no-implied-eval, @typescript-eslint/no-unsafe-call
    const brokenAt = new Function('createHash', `${program.replace(/^import .*\n/gm, '')}; return brokenAt;`)(
      createHash,
    ) as (entries: readonly unknown[]) => number | null;
    const { items } = await rig.ask(by, listAudit, { params: { orgId }, query: { limit: 100 } });
    const entries = items.toReversed();
    expect(brokenAt(entries)).toBeNull();
    expect(brokenAt(entries.map((entry) => (entry.sequence === 3 ? { ...entry, actorId: 'x' } : entry)))).toBe(3);
    expect(brokenAt(entries.filter(({ sequence }) => sequence !== 4))).toBe(5);
  });

  const run = async (...argv: string[]): Promise<{ isWhole: boolean; lines: string[] }> => {
    const lines: string[] = [];
    const env = { DATABASE_URL: server.connection.connectionString };
    return { isWhole: await verifyAudit(argv, env, (line) => lines.push(line)), lines };
  };

  (backend.name === 'postgres' ? test : test.skip)(
    'the command says of each log whether it is whole, and fails when one is not',
    async () => {
      const { isWhole, lines } = await run('--organization', orgId);
      expect([isWhole, lines]).toEqual([
        true,
        [
          expect.stringMatching(`${orgId}: 10 entries, last hash [0-9a-f]{64}, ok$`),
          '1 logs of organizations verified, 0 broken',
        ],
      ]);
      await tamper(`update audit_entries set ip = 'x' where ${OWN} and sequence = 2`);
      const all = await run();
      expect(all.isWhole).toBe(false);
      expect(all.lines.find((line) => line.includes(orgId))).toMatch(/: 1 entries, .* BROKEN at sequence 2$/);
      await expect(run('--organization', 'org_none')).rejects.toThrow('there is no organization "org_none"');
    },
  );
});

/** A copy of one entry at another place. */
const copyOf = (to: string, from: string): string => `
  insert into audit_entries
  select (jsonb_populate_record(entry, jsonb_build_object('sequence', ${to}, 'id', 'aud_copy'))).*
  from audit_entries entry where ${OWN} and sequence = ${from}`;

test('the documentation names every action of an operation', () => {
  const guide = readFileSync(new URL('../../../docs/audit.md', import.meta.url), 'utf8');
  const unnamed = OPERATIONS.map(auditActionOf).filter((action) => !guide.includes(`\`${action}\``));
  expect(unnamed).toEqual([]);
});
