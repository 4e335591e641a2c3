import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { recordAccessBundle, recordAccesses } from '@strata/contracts/calls/organizations';
import { createAgent } from '@strata/contracts/operations/agents';
import { listAccessLogs } from '@strata/contracts/operations/audit';
import { createNamespace } from '@strata/contracts/operations/namespaces';
import { ACCESS_ACTIONS, type AccessEntry } from '@strata/contracts/schemas/access';
import { systemContext, type RequestContext } from '@strata/kernel/actor';
import { newId } from '@strata/kernel/ids';
import { openSession, type DatabaseSession } from '@strata/testkit/database-session';
import { expectLabelled } from '@strata/testkit/expect-labelled';
import { recordStatements } from '@strata/testkit/statement-recorder';
import { describeOnDatabase, type TestDatabase } from '@strata/testkit/test-databases';
import type { z } from 'zod';
import {
  errorWith,
  startOrganizationFixture,
  type TestUser,
  type OrganizationFixture,
} from './organization-fixture.ts';

type Command = z.input<typeof recordAccesses.payload>;
const NOWHERE = { namespaceId: null, agentId: null };

describeOnDatabase('The access log', (backend) => {
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
    fixture.call(by, listAccessLogs, { params: { orgId }, query: { limit: 100, ...query } });
  const memoriesOf = async (by: TestUser, orgId: string): Promise<string[]> =>
    (await read(by, orgId)).items.map(({ memoryId }) => memoryId).sort();
  const report = (command: Partial<Command> = {}): Command => ({
    accessId: newId('acc'),
    action: 'read',
    at: new Date().toISOString(),
    accesses: [{ place: NOWHERE, memoryIds: ['mem_1'] }],
    ...command,
  });
  const send = (context: RequestContext, command: Partial<Command> = {}): Promise<void> =>
    fixture.bus.send(recordAccesses, report(command), context);
  const keyOf = ({ context }: TestUser, id: string, agentId?: string): RequestContext => ({
    ...context,
    actor: { type: 'api_key', id, scopes: ['read'], agentId },
  });

  test('records the reports of a bundle once, each with its own actor, agent and request, whatever came before', async () => {
    const { orgId, owner: by } = await fixture.newOrganization();
    const context = keyOf(by, 'key_1', 'agt_1');
    const other = { ...keyOf(by, 'key_2'), requestId: 'req_of_another' };
    const [first, second] = [report(), report({ accesses: [{ place: NOWHERE, memoryIds: ['mem_2'] }] })];
    await send(context, first);
    const bundle = {
      commands: [
        { payload: first, context },
        { payload: second, context: other },
      ],
    };
    for (const sent of [bundle, bundle])
      await fixture.bus.send(recordAccessBundle, sent as never, systemContext(by.context.scope, 'req_of_none'));
    const { items } = await read(by, orgId);
    expect(
      items.map(({ memoryId, actorId, agentId, requestId }) => [memoryId, actorId, agentId, requestId]).sort(),
    ).toEqual([
      ['mem_1', 'key_1', 'agt_1', context.requestId],
      ['mem_2', 'key_2', null, 'req_of_another'],
    ]);
  });

  test('records who received which memory, how, when and in which request', async () => {
    const { orgId, owner: by } = await fixture.newOrganization();
    const context = keyOf(by, 'key_1', 'agt_1');
    await send(context, { action: 'synthesize', at: '2026-05-08T11:00:00.120+02:00' });
    expect((await read(by, orgId)).items).toEqual([
      {
        id: expect.stringMatching(/^acc_[0-9a-f]{32}$/),
        memoryId: 'mem_1',
        actorId: 'key_1',
        agentId: 'agt_1',
        action: 'synthesize',
        requestId: context.requestId,
        at: '2026-05-08T09:00:00.120Z',
      },
    ]);
  });

  test('shows an organization the memories that it governs and those of no organization, and none of another tenant', async () => {
    const { orgId: first, owner: by } = await fixture.newOrganization();
    const { orgId: second } = await fixture.newOrganization(by);
    const stranger = await fixture.newOrganization();
    const inFirst = { params: { orgId: first }, body: { name: 'Charts' } };
    const namespaceId = (await fixture.call(by, createNamespace, inFirst)).id;
    const inSecond = { params: { orgId: second }, body: { name: 'Pilot' } };
    const agentId = (await fixture.call(by, createAgent, inSecond)).id;
    await send(by.context, {
      accesses: [
        { place: { namespaceId, agentId }, memoryIds: ['mem_a', 'mem_b'] },
        { place: { namespaceId: null, agentId }, memoryIds: ['mem_c'] },
        { place: { namespaceId: null, agentId: 'free' }, memoryIds: ['mem_d'] },
        { place: { namespaceId: 'nsp_gone', agentId }, memoryIds: ['mem_e'] },
      ],
    });
    expect(await memoriesOf(by, first)).toEqual(['mem_a', 'mem_b', 'mem_d', 'mem_e']);
    expect(await memoriesOf(by, second)).toEqual(['mem_c', 'mem_d', 'mem_e']);
    expect(await memoriesOf(stranger.owner, stranger.orgId)).toEqual([]);
    const developer = await fixture.newMember(first, by, 'developer');
    await expect(read(developer, first)).rejects.toMatchObject(errorWith('forbidden'));
  });

  test('records an access once, even if it is reported several times', async () => {
    const { orgId, owner: by } = await fixture.newOrganization();
    const command = report({ accesses: [{ place: NOWHERE, memoryIds: ['mem_1', 'mem_2', 'mem_1'] }] });
    await Promise.all(Array.from({ length: 5 }, () => send(by.context, command)));
    expect(await memoriesOf(by, orgId)).toEqual(['mem_1', 'mem_2']);
  });

  test('keeps the ids of entries that were recorded before reports had ids', async () => {
    const { orgId, owner: by } = await fixture.newOrganization();
    await owner.query(
      `insert into enterprise_org.access_entries (tenant_id, id, memory_id, actor_id, action, request_id, at)
       values ($1, 'acc_before', 'mem_1', 'key_1', 'read', 'req_1', now())`,
      [by.context.scope.tenantId],
    );
    const filters = { memoryId: 'mem_1', actorId: 'key_1' };
    expect((await read(by, orgId, filters)).items).toMatchObject([{ id: 'acc_before', requestId: 'req_1' }]);
  });

  describe('when it is read', () => {
    const START = Date.parse('2026-05-08T09:00:00Z');
    const instant = (minute: number | undefined): string | undefined =>
      minute === undefined ? undefined : new Date(START + minute * 60_000).toISOString();
    const QUERIES = [undefined, 'mem_0', 'mem_none'].flatMap((memoryId) =>
      [undefined, 'key_0', 'usr_2'].flatMap((actorId) =>
        [undefined, 'agt_0', 'agt_1'].flatMap((agentId) =>
          [undefined, 'lineage'].flatMap((action) =>
            [{}, { startDate: instant(7), endDate: instant(18) }].map((dates) => ({
              memoryId,
              actorId,
              agentId,
              action,
              ...dates,
            })),
          ),
        ),
      ),
    );
    let by: TestUser;
    let orgId: string;
    let all: readonly AccessEntry[];
    beforeAll(async () => {
      ({ orgId, owner: by } = await fixture.newOrganization());
      const body = { name: 'Charts' };
      const namespaceId = (await fixture.call(by, createNamespace, { params: { orgId }, body })).id;
      const callers = [keyOf(by, 'key_0', 'agt_0'), keyOf(by, 'key_1', 'agt_1'), keyOf(by, 'usr_2')];
      // Reported late and not in the order of time, as accesses are.
      for (let reported = 0; reported < 24; reported += 1) {
        const minute = (reported * 7) % 24;
        const context = callers[minute % 3] ?? by.context;
        const place = { namespaceId: minute % 2 === 0 ? namespaceId : null, agentId: null };
        const memoryIds = [`mem_${String(minute % 4)}`, 'mem_always'];
        const action = ACCESS_ACTIONS[minute % 4] ?? 'read';
        await send(context, { action, at: String(instant(minute)), accesses: [{ place, memoryIds }] });
      }
      all = (await read(by, orgId)).items;
      expect(all.map(({ at }) => at)).toEqual(all.map(({ at }) => at).sort((a, b) => (a < b ? 1 : -1)));
      expect(all).toHaveLength(48);
    });

    const matching = ({ memoryId, actorId, agentId, action, startDate, endDate }: Record<string, string | undefined>) =>
      all.filter(
        (entry) =>
          (memoryId === undefined || entry.memoryId === memoryId) &&
          (actorId === undefined || entry.actorId === actorId) &&
          (agentId === undefined || entry.agentId === agentId) &&
          (action === undefined || entry.action === action) &&
          (startDate === undefined || entry.at >= startDate) &&
          (endDate === undefined || entry.at < endDate),
      );

    test('reads a date without a time as midnight in UTC', async () => {
      const day = String(instant(0)).slice(0, 10);
      const next = new Date(Date.parse(day) + 24 * 3600 * 1000).toISOString().slice(0, 10);
      const found = async (query: object) => (await read(by, orgId, { ...query })).items;
      expect(await found({ startDate: day, endDate: next })).toEqual(all);
      expect(await found({ startDate: next })).toEqual([]);
      expect(await found({ startDate: day, endDate: instant(7) })).toEqual(matching({ endDate: instant(7) }));
    });

    test('returns and counts the matching entries, page by page, for every combination of filters', async () => {
      for (const filters of QUERIES) {
        const wanted = matching(filters);
        const found: AccessEntry[] = [];
        for (let cursor: string | null | undefined; cursor !== null;) {
          const page = await read(by, orgId, { ...filters, limit: 11, cursor });
          expectLabelled(JSON.stringify(filters), page.pagination.total).toBe(wanted.length);
          found.push(...page.items);
          ({ cursor } = page.pagination);
        }
        expectLabelled(JSON.stringify(filters), found).toEqual(wanted);
      }
    });

    test('accepts a cursor together with other dates', async () => {
      const { cursor } = (await read(by, orgId, { limit: 5 })).pagination;
      const endDate = instant(10);
      const { items } = await read(by, orgId, { cursor, endDate });
      expect(items).toEqual(matching({ endDate }));
    });

    test('continues where a page ended, even if entries are added meanwhile', async () => {
      const seen: string[] = [];
      for (let cursor: string | null | undefined; cursor !== null;) {
        const page = await read(by, orgId, { limit: 20, endDate: instant(24), cursor });
        seen.push(...page.items.map(({ id }) => id));
        ({ cursor } = page.pagination);
        await send(by.context, { at: String(instant(30)) });
      }
      expect(seen).toEqual(all.map(({ id }) => id));
    });

    test('scans a range of one index for every combination of filters, without table statistics', async () => {
      const recorder = recordStatements(['strata.tenant_id', 'enable_sort', 'enable_incremental_sort']);
      try {
        for (const filters of QUERIES) await read(by, orgId, { ...filters, limit: 3 });
      } finally {
        recorder.stop();
      }
      const reads = recorder.statements.filter(({ text }) => text.includes('from access_entries'));
      expect(reads.length).toBeGreaterThan(QUERIES.length);
      for (const { text, values, role, searchPath, settings } of reads) {
        const plan = await owner.rolledBack(() =>
          owner.attempt({ sql: `explain ${text}`, values, settings: { ...settings, role, search_path: searchPath } }),
        );
        const lines = plan.rows.map(([line]) => String(line));
        // Merging the scans needs one sort; within a scan nothing is sorted or filtered.
        const scan = lines.slice(lines.findIndex((line) => line.includes('Limit') && !line.startsWith('Limit')));
        expect(scan.join('\n')).toMatch(/Index (Only )?Scan/);
        expect(scan.join('\n')).toMatch(/Index Cond: \(\(ROW\(key/);
        expect(scan.filter((line) => /Filter: .*ROW\(/.test(line))).toEqual([]);
        expect(scan.filter((line) => /Sort|Seq Scan|Bitmap/.test(line)).slice(1)).toEqual([]);
      }
    });
  });
});
