import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { recordAudit } from '@strata/contracts/calls/organizations';
import { listAudit } from '@strata/contracts/operations/audit';
import type { AuditEntry } from '@strata/contracts/schemas/audit';
import { newId } from '@strata/kernel/ids';
import { openSession, type DatabaseSession } from '@strata/testkit/database-session';
import { expectLabelled } from '@strata/testkit/expect-labelled';
import { recordStatements } from '@strata/testkit/statement-recorder';
import { describeOnDatabase, type TestDatabase } from '@strata/testkit/test-databases';
import {
  errorWith,
  startOrganizationFixture,
  type TestUser,
  type OrganizationFixture,
} from './organization-fixture.ts';

const DAY_MS = 24 * 3600 * 1000;

describeOnDatabase('Reading the audit log', (backend) => {
  let database: TestDatabase;
  let owner: DatabaseSession;
  let fixture: OrganizationFixture;
  beforeAll(async () => {
    database = await backend.start();
    fixture = await startOrganizationFixture({ ...backend, start: () => Promise.resolve(database) });
    owner = await openSession(database.connection);
  });
  afterAll(async () => {
    await owner.close();
    await fixture.close();
  });

  const read = (by: TestUser, orgId: string, query: Record<string, unknown> = {}) =>
    fixture.call(by, listAudit, { params: { orgId }, query: { limit: 100, ...query } });
  const record = (orgId: string, context: TestUser['context'], action: string, at = new Date().toISOString()) => {
    const entry = { resourceId: 'mem_1', outcome: 'success', changes: null } as const;
    const entries = [{ entryId: newId('aud'), action, at, ...entry }];
    return fixture.bus.send(recordAudit, { organizationId: orgId, entries }, context);
  };

  const ACTIONS = ['memory.delete', 'memory.archive', 'api_key.create'];
  const QUERIES = [undefined, 'memory.delete', 'api_key.create'].flatMap((action) =>
    [undefined, 'a', 'unknown'].flatMap((actorId) =>
      [undefined, 'memory', 'team'].flatMap((resourceType) =>
        [{}, { startDate: 12 }, { startDate: 12, endDate: 31 }, { endDate: 0 }].map((dates) => ({
          action,
          actorId,
          resourceType,
          ...dates,
        })),
      ),
    ),
  );
  const instant = (minute: number | undefined): string | undefined =>
    minute === undefined ? undefined : new Date(Date.parse('2026-05-08T09:00:00Z') + minute * 60_000).toISOString();

  let by: TestUser;
  let orgId: string;
  let all: AuditEntry[];
  beforeAll(async () => {
    by = fixture.newUser();
    // The organization is older than every entry that is recorded for it.
    fixture.advanceClock(Date.parse('2026-05-08T08:00:00Z') - Date.now());
    ({ orgId } = await fixture.newOrganization(by));
    fixture.advanceClock(Date.now() - Date.parse('2026-05-08T08:00:00Z'));
    for (let minute = 0; minute < 40; minute += 1) {
      const context = { ...by.context, actor: { ...by.context.actor, id: minute % 3 === 0 ? 'a' : 'b' } };
      await record(orgId, context, String(ACTIONS[minute % 7 === 0 ? 2 : minute % 2]), instant(minute));
    }
    all = (await read(by, orgId)).items;
    expect(all).toHaveLength(41);
  });

  const matching = ({
    action,
    actorId,
    resourceType,
    startDate,
    endDate,
  }: Record<string, string | undefined>): AuditEntry[] =>
    all.filter(
      (entry) =>
        (action === undefined || entry.action === action) &&
        (actorId === undefined || entry.actorId === actorId) &&
        (resourceType === undefined || entry.resourceType === resourceType) &&
        (startDate === undefined || entry.at >= startDate) &&
        (endDate === undefined || entry.at < endDate),
    );

  test('returns and counts the matching entries, page by page, for every combination of filters', async () => {
    for (const { startDate, endDate, ...query } of QUERIES) {
      const filters = { ...query, startDate: instant(startDate), endDate: instant(endDate) };
      const wanted = matching(filters);
      const found: AuditEntry[] = [];
      for (let cursor: string | null | undefined; cursor !== null;) {
        const page = await read(by, orgId, { ...filters, limit: 15, cursor });
        expectLabelled(JSON.stringify(filters), page.pagination.total).toBe(wanted.length);
        expect(page.pagination.hasMore).toBe(page.pagination.cursor !== null);
        found.push(...page.items);
        ({ cursor } = page.pagination);
      }
      expectLabelled(JSON.stringify(filters), found).toEqual(wanted);
    }
  });

  test('continues where a page ended, even if entries are added meanwhile', async () => {
    const seen: number[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await read(by, orgId, { action: 'memory.archive', limit: 4, cursor });
      seen.push(...page.items.map(({ sequence }) => sequence));
      ({ cursor } = page.pagination);
      await record(orgId, by.context, 'memory.archive');
    }
    expect(seen).toEqual(matching({ action: 'memory.archive' }).map(({ sequence }) => sequence));
  });

  test('rejects an empty date range', async () => {
    const [startDate, endDate] = [instant(3), instant(3)];
    await expect(read(by, orgId, { startDate, endDate })).rejects.toMatchObject({ code: 'validation_error' });
    await expect(read(by, orgId, { endDate, startDate: instant(4) })).rejects.toMatchObject({
      code: 'validation_error',
    });
  });

  test('takes a date without a time as midnight in UTC', async () => {
    const { orgId: ours, owner: founder } = await fixture.newOrganization();
    const found = async (query: Record<string, unknown>) => (await read(founder, ours, query)).items;
    const [founded, ...others] = await found({});
    expect(others).toEqual([]);
    const at = String(founded?.at);
    const [before, day, after] = [-DAY_MS, 0, DAY_MS].map((by) =>
      new Date(Date.parse(at) + by).toISOString().slice(0, 10),
    );
    expect(await found({ startDate: day, endDate: after })).toEqual([founded]);
    expect(await found({ startDate: day })).toEqual([founded]);
    expect(await found({ startDate: before, endDate: day })).toEqual([]);
    expect(await found({ startDate: after })).toEqual([]);
    expect(await found({ startDate: day, endDate: at })).toEqual([]);
    await expect(found({ startDate: day, endDate: day })).rejects.toMatchObject(errorWith('validation_error'));
    await expect(found({ startDate: day, endDate: `${String(day)}T00:00:00Z` })).rejects.toMatchObject(
      errorWith('validation_error'),
    );
  });

  test('scans a range of one index for every combination of filters, without table statistics', async () => {
    const recorder = recordStatements(['strata.tenant_id', 'enable_sort', 'enable_incremental_sort']);
    try {
      for (const { startDate, endDate, ...query } of QUERIES)
        await read(by, orgId, { ...query, startDate: instant(startDate), endDate: instant(endDate), limit: 3 });
    } finally {
      recorder.stop();
    }
    const reads = recorder.statements.filter(({ text }) => /^select\b.*\bfrom audit_entries\b/s.test(text));
    expect(reads.length).toBeGreaterThan(QUERIES.length);
    for (const { text, values, role, searchPath, settings } of reads) {
      const plan = await owner.rolledBack(() =>
        owner.attempt({ sql: `explain ${text}`, values, settings: { ...settings, role, search_path: searchPath } }),
      );
      const lines = plan.rows.map(([line]) => String(line)).join('\n');
      expect(lines).toMatch(/Index (Only )?Scan/);
      expect(lines).not.toMatch(/Sort|Seq Scan|Bitmap|Filter: (?!\(current_setting)/);
    }
  });
});
