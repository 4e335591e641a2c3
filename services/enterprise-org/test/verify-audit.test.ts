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
import { startOrganizationFixture, type TestUser, type OrganizationFixture } from './organization-fixture.ts';

/** Entries that are recorded before each test. */
const RECORDED = 9;
const OWN = 'tenant_id = $1 and organization_id = $2';

describeOnDatabase('Verifying the audit log', (backend) => {
  let server: TestDatabase;
  let owner: DatabaseSession;
  let database: Database;
  let fixture: OrganizationFixture;
  let by: TestUser;
  let orgId: string;
  beforeAll(async () => {
    server = await backend.start();
    fixture = await startOrganizationFixture({ ...backend, start: () => Promise.resolve(server) });
    owner = await openSession(server.connection);
    const { schema, role } = ORGANIZATION_SCHEMA;
    const parts = { logger: silentLogger, metrics: createMetrics({ service: 'test' }) };
    database = createDatabase({ connection: server.connection, schema, role, max: 1, ...parts });
  });
  afterAll(async () => {
    await database.close();
    await owner.close();
    await fixture.close();
  });
  beforeEach(async () => {
    ({ orgId, owner: by } = await fixture.newOrganization());
    for (let place = 0; place < RECORDED; place += 1) {
      const at = new Date().toISOString();
      const event = { action: 'memory.delete', resourceId: 'mem_1', outcome: 'success', changes: null } as const;
      const entries = [{ entryId: newId('aud'), ...event, at }];
      await fixture.bus.send(recordAudit, { organizationId: orgId, entries }, by.context);
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

  test('accepts a log as the service wrote it', async () => {
    const { items } = await fixture.call(by, listAudit, { params: { orgId } });
    expect(await verify()).toEqual({ entries: RECORDED + 1, lastHash: items[0]?.hash, brokenAt: null });
  });

  test.each([
    ['action', `action = 'memory.keep'`],
    ['actor', `actor_id = 'usr_x'`],
    ['time', `at = at + interval '1 millisecond'`],
    ['changes', `changes = '{"after":{}}'`],
    ['outcome', `outcome = 'denied'`],
    ['IP address', `ip = '203.0.113.9'`],
    ['hash', `hash = repeat('0', 64)`],
    ['previous hash', `previous_hash = repeat('0', 64)`],
  ])('finds an entry whose %s was changed', async (_what, change) => {
    await tamper(`update audit_entries set ${change} where ${OWN} and sequence = 5`);
    expect(await verify()).toMatchObject({ entries: 4, brokenAt: 5 });
  });

  test('finds where an entry was removed, even if the rest was renumbered', async () => {
    await tamper(`delete from audit_entries where ${OWN} and sequence = 5`);
    expect(await verify()).toMatchObject({ entries: 4, brokenAt: 5 });
    for (let sequence = 6; sequence <= RECORDED + 1; sequence += 1)
      await tamper(`update audit_entries set sequence = sequence - 1 where ${OWN} and sequence = $3`, sequence);
    expect(await verify()).toMatchObject({ entries: 4, brokenAt: 5 });
  });

  test('finds an inserted entry', async () => {
    for (let sequence = RECORDED + 1; sequence > 4; sequence -= 1)
      await tamper(`update audit_entries set sequence = sequence + 1 where ${OWN} and sequence = $3`, sequence);
    await tamper(copyOf('5', '6'));
    expect(await verify()).toMatchObject({ entries: 4, brokenAt: 5 });
  });

  test('finds two swapped entries', async () => {
    await tamper(`update audit_entries set sequence = -1 where ${OWN} and sequence = 5`);
    await tamper(`update audit_entries set sequence = 5 where ${OWN} and sequence = 6`);
    await tamper(`update audit_entries set sequence = 6 where ${OWN} and sequence = -1`);
    expect(await verify()).toMatchObject({ entries: 4, brokenAt: 5 });
  });

  test('finds a truncated log by its head, and a changed head by the log', async () => {
    await tamper(`delete from audit_entries where ${OWN} and sequence > 8`);
    expect(await verify()).toMatchObject({ entries: 8, brokenAt: 9 });
    await tamper(`update audit_heads set sequence = 8 where ${OWN}`);
    expect(await verify()).toMatchObject({ entries: 8, brokenAt: 8 });
    await tamper(`delete from audit_heads where ${OWN}`);
    expect(await verify()).toMatchObject({ entries: 0, brokenAt: 1 });
  });

  test('finds an entry after the head', async () => {
    await tamper(copyOf(String(RECORDED + 2), String(RECORDED + 1)));
    expect(await verify()).toMatchObject({ entries: RECORDED + 1, brokenAt: RECORDED + 2 });
  });

  test('finds that all entries were deleted', async () => {
    await owner.query('truncate enterprise_org.audit_entries');
    expect(await verify()).toMatchObject({ entries: 0, brokenAt: 1 });
  });

  test('reads the logs of every tenant, and cannot change them', async () => {
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

  /** Runs the example of the guide as it is printed there. */
  test("can be done from the API's responses, as the guide describes", async () => {
    const guide = readFileSync(new URL('../../../docs/audit.md', import.meta.url), 'utf8');
    const [, program = ''] = /```js\n(.*?)```/s.exec(guide) ?? [];
    // eslint-disable-next-line @typescript-eslint/no-implied-eval, @typescript-eslint/no-unsafe-call
    const brokenAt = new Function('createHash', `${program.replace(/^import .*\n/gm, '')}; return brokenAt;`)(
      createHash,
    ) as (entries: readonly unknown[]) => number | null;
    const { items } = await fixture.call(by, listAudit, { params: { orgId }, query: { limit: 100 } });
    const entries = items.toReversed();
    expect(brokenAt(entries)).toBeNull();
    expect(brokenAt(entries.map((entry) => (entry.sequence === 3 ? { ...entry, actorId: 'x' } : entry)))).toBe(3);
    expect(brokenAt(entries.filter(({ sequence }) => sequence !== 4))).toBe(5);
  });

  const run = async (...argv: string[]): Promise<{ isIntact: boolean; lines: string[] }> => {
    const lines: string[] = [];
    const env = { DATABASE_URL: server.connection.connectionString };
    return { isIntact: await verifyAudit(argv, env, (line) => lines.push(line)), lines };
  };

  (backend.name === 'postgres' ? test : test.skip)(
    'reports for each log whether it is intact, and fails if one is broken',
    async () => {
      const { isIntact, lines } = await run('--organization', orgId);
      expect([isIntact, lines]).toEqual([
        true,
        [
          expect.stringMatching(`${orgId}: 10 entries, last hash [0-9a-f]{64}, ok$`),
          '1 logs of organizations verified, 0 broken',
        ],
      ]);
      await tamper(`update audit_entries set ip = 'x' where ${OWN} and sequence = 2`);
      const all = await run();
      expect(all.isIntact).toBe(false);
      expect(all.lines.find((line) => line.includes(orgId))).toMatch(/: 1 entries, .* BROKEN at sequence 2$/);
      await expect(run('--organization', 'org_none')).rejects.toThrow('there is no organization "org_none"');
    },
  );
});

/** Copies one entry to another sequence number. */
const copyOf = (to: string, from: string): string => `
  insert into audit_entries
  select (jsonb_populate_record(entry, jsonb_build_object('sequence', ${to}, 'id', 'aud_copy'))).*
  from audit_entries entry where ${OWN} and sequence = ${from}`;

test('the guide names the audit action of every operation', () => {
  const guide = readFileSync(new URL('../../../docs/audit.md', import.meta.url), 'utf8');
  const unnamed = OPERATIONS.map(auditActionOf).filter((action) => !guide.includes(`\`${action}\``));
  expect(unnamed).toEqual([]);
});
