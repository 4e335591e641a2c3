import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { recordAccesses } from '@strata/contracts/calls/organizations';
import { createAgent } from '@strata/contracts/operations/agents';
import { listAccessLogs } from '@strata/contracts/operations/audit';
import { createNamespace } from '@strata/contracts/operations/namespaces';
import { ACCESS_ACTIONS, type AccessEntry } from '@strata/contracts/schemas/access';
import type { RequestContext } from '@strata/kernel/actor';
import { newId } from '@strata/kernel/ids';
import { openSession, type DatabaseSession } from '@strata/testkit/database-session';
import { recordStatements } from '@strata/testkit/statement-recorder';
import { describeOnDatabase, type TestDatabase } from '@strata/testkit/test-databases';
import type { z } from 'zod';
import { refused, startRig, type Person, type Rig } from './rig.ts';

type Command = z.input<typeof recordAccesses.payload>;
const NOWHERE = { namespaceId: null, agentId: null };

describeOnDatabase('The access log', (backend) => {
  let database: TestDatabase;
  let owner: DatabaseSession;
  let rig: Rig;
  beforeAll(async () => {
    database = await backend.start();
    rig = await startRig({ ...backend, start: () => Promise.resolve(database) });
    owner = await openSession(database.connection);
  });
  afterAll(async () => {
    await owner.close();
    await rig.close();
  });

  const read = (by: Person, orgId: string, query: Record<string, unknown> = {}) =>
    rig.ask(by, listAccessLogs, { params: { orgId }, query: { limit: 100, ...query } });
  const memoriesOf = async (by: Person, orgId: string): Promise<string[]> =>
    (await read(by, orgId)).items.map(({ memoryId }) => memoryId).sort();
  const given = (command: Partial<Command> = {}): Command => ({
    accessId: newId('acc'),
    action: 'read',
    at: new Date().toISOString(),
    accesses: [{ place: NOWHERE, memoryIds: ['mem_1'] }],
    ...command,
  });
  const tell = (context: RequestContext, command: Partial<Command> = {}): Promise<void> =>
    rig.bus.send(recordAccesses, given(command), context);
  const keyOf = ({ context }: Person, id: string, agentId?: string): RequestContext => ({
    ...context,
    actor: { type: 'api_key', id, scopes: ['read'], agentId },
  });

  test('says who was given which memory, how, when and by which request', async () => {
    const { orgId, owner: by } = await rig.found();
    const context = keyOf(by, 'key_1', 'agt_1');
    await tell(context, { action: 'synthesize', at: '2026-05-08T11:00:00.120+02:00' });
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

  test('shows an organization what is governed by it and what by none, and nothing of another tenant', async () => {
    const { orgId: first, owner: by } = await rig.found();
    const { orgId: second } = await rig.found(by);
    const stranger = await rig.found();
    const inFirst = { params: { orgId: first }, body: { name: 'Charts' } };
    const namespaceId = (await rig.ask(by, createNamespace, inFirst)).id;
    const inSecond = { params: { orgId: second }, body: { name: 'Pilot' } };
    const agentId = (await rig.ask(by, createAgent, inSecond)).id;
    await tell(by.context, {
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
    const developer = await rig.join(first, by, 'developer');
    await expect(read(developer, first)).rejects.toMatchObject(refused('forbidden'));
  });

  test('has an access once, however often it is told', async () => {
    const { orgId, owner: by } = await rig.found();
    const command = given({ accesses: [{ place: NOWHERE, memoryIds: ['mem_1', 'mem_2', 'mem_1'] }] });
    await Promise.all(Array.from({ length: 5 }, () => tell(by.context, command)));
    expect(await memoriesOf(by, orgId)).toEqual(['mem_1', 'mem_2']);
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
    let by: Person;
    let orgId: string;
    let all: readonly AccessEntry[];
    beforeAll(async () => {
      ({ orgId, owner: by } = await rig.found());
      const body = { name: 'Charts' };
      const namespaceId = (await rig.ask(by, createNamespace, { params: { orgId }, body })).id;
      const callers = [keyOf(by, 'key_0', 'agt_0'), keyOf(by, 'key_1', 'agt_1'), keyOf(by, 'usr_2')];
      // Told late and in no order of time, as accesses are.
      for (let told = 0; told < 24; told += 1) {
        const minute = (told * 7) % 24;
        const context = callers[minute % 3] ?? by.context;
        const place = { namespaceId: minute % 2 === 0 ? namespaceId : null, agentId: null };
        const memoryIds = [`mem_${String(minute % 4)}`, 'mem_always'];
        const action = ACCESS_ACTIONS[minute % 4] ?? 'read';
        await tell(context, { action, at: String(instant(minute)), accesses: [{ place, memoryIds }] });
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

    test('a date alone is its midnight in UTC', async () => {
      const day = String(instant(0)).slice(0, 10);
      const next = new Date(Date.parse(day) + 24 * 3600 * 1000).toISOString().slice(0, 10);
      const found = async (query: object) => (await read(by, orgId, { ...query })).items;
      expect(await found({ startDate: day, endDate: next })).toEqual(all);
      expect(await found({ startDate: next })).toEqual([]);
      expect(await found({ startDate: day, endDate: instant(7) })).toEqual(matching({ endDate: instant(7) }));
    });

    test('every combination of filters finds what matches, page by page, and counts it', async () => {
      for (const filters of QUERIES) {
        const wanted = matching(filters);
        const found: AccessEntry[] = [];
        for (let cursor: string | null | undefined; cursor !== null;) {
          const page = await read(by, orgId, { ...filters, limit: 11, cursor });
          expect([filters, page.pagination.total]).toEqual([filters, wanted.length]);
          found.push(...page.items);
          ({ cursor } = page.pagination);
        }
        expect([filters, found]).toEqual([filters, wanted]);
      }
    });

    test('a cursor goes on within other dates too', async () => {
      const { cursor } = (await read(by, orgId, { limit: 5 })).pagination;
      const endDate = instant(10);
      const { items } = await read(by, orgId, { cursor, endDate });
      expect(items).toEqual(matching({ endDate }));
    });

    test('goes on where a page ended, whatever is added meanwhile', async () => {
      const seen: string[] = [];
      for (let cursor: string | null | undefined; cursor !== null;) {
        const page = await read(by, orgId, { limit: 20, endDate: instant(24), cursor });
        seen.push(...page.items.map(({ id }) => id));
        ({ cursor } = page.pagination);
        await tell(by.context, { at: String(instant(30)) });
      }
      expect(seen).toEqual(all.map(({ id }) => id));
    });

    test('walks one index, for every combination of filters, of a table that was never analyzed', async () => {
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
        // The walks are merged by a sort of what they found; within one nothing is sorted or left out.
        const walk = lines.slice(lines.findIndex((line) => line.includes('Limit') && !line.startsWith('Limit')));
        expect(walk.join('\n')).toMatch(/Index (Only )?Scan/);
        expect(walk.filter((line) => /Sort|Seq Scan|Bitmap/.test(line)).slice(1)).toEqual([]);
      }
    });
  });
});
