import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { recordAudit } from '@strata/contracts/calls/organizations';
import { createAgent } from '@strata/contracts/operations/agents';
import { listAudit } from '@strata/contracts/operations/audit';
import { createNamespace } from '@strata/contracts/operations/namespaces';
import {
  getOrganization,
  inviteMember,
  listMembers,
  removeMember,
  updateOrganization,
} from '@strata/contracts/operations/organizations';
import type { AuditEntry } from '@strata/contracts/schemas/audit';
import type { AppError } from '@strata/kernel/errors';
import { newId } from '@strata/kernel/ids';
import { FIRST_PREVIOUS_HASH, hashOf } from '@strata/platform/audit/chain';
import { openSession, type DatabaseSession } from '@strata/testkit/database-session';
import { recordStatements } from '@strata/testkit/statement-recorder';
import { describeOnDatabases, type TestDatabase } from '@strata/testkit/test-databases';
import type { z } from 'zod';
import { refused, startRig, type Person, type Rig } from './rig.ts';

type Command = z.input<typeof recordAudit.payload>;
type Told = Command['entries'][number];

const REFUSED = '42501';
const AT_ONCE = 50;

describeOnDatabases('The audit log', (backend) => {
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
    rig.ask(by, listAudit, { params: { orgId }, query: { limit: 100, ...query } });
  const entriesOf = async (by: Person, orgId: string): Promise<AuditEntry[]> => (await read(by, orgId)).items;
  const told = (entry: Partial<Told> = {}): Told => ({
    entryId: newId('aud'),
    ...{ action: 'memory.delete', resourceId: 'mem_1', outcome: 'success', changes: null },
    at: new Date().toISOString(),
    ...entry,
  });
  const tell = (by: Person, command: Partial<Command>): Promise<void> =>
    rig.bus.send(recordAudit, { entries: [told()], ...command }, by.context);
  const toldTo = async (by: Person, orgId: string): Promise<string[]> =>
    (await entriesOf(by, orgId)).filter(({ action }) => action === 'memory.delete').map(({ id }) => id);

  function expectChained(newestFirst: readonly AuditEntry[]): void {
    const entries = newestFirst.toReversed();
    expect(entries.map(({ sequence }) => sequence)).toEqual(entries.map((_, place) => place + 1));
    for (const [place, { hash, ...entry }] of entries.entries()) {
      expect(entry.previousHash).toBe(place === 0 ? FIRST_PREVIOUS_HASH : entries[place - 1]?.hash);
      expect(hash).toBe(hashOf(entry));
    }
  }

  describe('of refusals', () => {
    const lastOf = async (by: Person, orgId: string): Promise<AuditEntry | undefined> =>
      (await entriesOf(by, orgId))[0];

    test('names who was no member, who had no permission and who ranked too low, with the reason', async () => {
      const { orgId, owner: founder } = await rig.found();
      const stranger = rig.person(founder.context.scope.tenantId);
      const viewer = await rig.join(orgId, founder, 'viewer');
      const manager = await rig.join(orgId, founder, 'manager');
      const params = { orgId };
      const attempts = [
        [stranger, getOrganization, { params }, 'organization.read', orgId],
        [viewer, updateOrganization, { params, body: { name: 'Mine' } }, 'organization.update', orgId],
        [viewer, listMembers, { params }, 'member.list', null],
        [viewer, removeMember, { params: { orgId, memberId: manager.memberId } }, 'member.delete', manager.memberId],
        [manager, inviteMember, { params, body: { email: 'x@example.org', role: 'owner' } }, 'invitation.create', null],
        [viewer, listAudit, { params }, 'audit.list', null],
      ] as const;
      for (const [by, operation, asked, action, resourceId] of attempts) {
        const refusal = await rig.ask(by, operation as typeof getOrganization, asked).catch((error: unknown) => error);
        const { message } = refusal as AppError;
        const entry = await lastOf(founder, orgId);
        expect(entry).toMatchObject({ action, resourceId, outcome: 'denied', changes: { reason: message } });
        expect(entry).toMatchObject({ actorId: by.userId, actorType: 'user', requestId: by.context.requestId });
        expect(entry?.resourceType).toBe(action.split('.')[0]);
      }
      expectChained(await entriesOf(founder, orgId));
    });

    test('has nothing of an organization that the caller cannot know of', async () => {
      const { orgId, owner: founder } = await rig.found();
      const before = await entriesOf(founder, orgId);
      await expect(rig.ask(rig.person(), listMembers, { params: { orgId } })).rejects.toMatchObject(
        refused('not_found'),
      );
      expect(await entriesOf(founder, orgId)).toEqual(before);
    });

    test('is complete: who cannot be written down is told to try again', async () => {
      const { orgId, owner: founder } = await rig.found();
      const viewer = await rig.join(orgId, founder, 'viewer');
      await owner.query('revoke insert on enterprise_org.audit_entries from strata_enterprise_org');
      const asking = rig.ask(viewer, listMembers, { params: { orgId } });
      await expect(
        asking.finally(() => owner.query('grant insert on enterprise_org.audit_entries to strata_enterprise_org')),
      ).rejects.toMatchObject(refused('unavailable'));
      await expect(rig.ask(viewer, listMembers, { params: { orgId } })).rejects.toMatchObject(refused('forbidden'));
    });
  });

  describe('told by other services', () => {
    const governed = async () => {
      const first = await rig.found();
      const second = await rig.found(first.owner);
      const namespaceId = (
        await rig.ask(first.owner, createNamespace, { params: { orgId: first.orgId }, body: { name: 'Charts' } })
      ).id;
      const agentId = (
        await rig.ask(first.owner, createAgent, { params: { orgId: second.orgId }, body: { name: 'Pilot' } })
      ).id;
      return { first: first.orgId, second: second.orgId, by: first.owner, namespaceId, agentId };
    };

    test('goes to the organization that is named, to the one that governs the place, or else to all', async () => {
      const { first, second, by, namespaceId, agentId } = await governed();
      const other = await rig.found();
      const cases = [
        [{ organizationId: first }, [1, 0]],
        [{ place: { namespaceId, agentId: null } }, [1, 0]],
        [{ place: { namespaceId, agentId } }, [1, 0]],
        [{ place: { namespaceId: null, agentId } }, [0, 1]],
        [{ place: { namespaceId: null, agentId: 'free' } }, [1, 1]],
        [{ place: { namespaceId: 'nsp_unknown', agentId } }, [1, 1]],
        [{ place: { namespaceId: null, agentId: null } }, [1, 1]],
        [{}, [1, 1]],
      ] as const;
      for (const [command, more] of cases) {
        const before = [await toldTo(by, first), await toldTo(by, second)];
        await tell(by, command);
        const after = [await toldTo(by, first), await toldTo(by, second)];
        const grown = after.map(({ length }, place) => length - (before[place]?.length ?? 0));
        expect([command, grown]).toEqual([command, more]);
      }
      expect(await toldTo(other.owner, other.orgId)).toEqual([]);
      expectChained(await entriesOf(by, first));
    });

    test('is dropped, and said so, when its organization is not of its tenant', async () => {
      const [ours, theirs] = [await rig.found(), await rig.found()];
      await tell(ours.owner, { organizationId: theirs.orgId });
      expect(await toldTo(theirs.owner, theirs.orgId)).toEqual([]);
      expect(await toldTo(ours.owner, ours.orgId)).toEqual([]);
      expect(rig.log.lines).toContainEqual(
        expect.objectContaining({
          level: 'warn',
          organizationId: theirs.orgId,
          requestId: ours.owner.context.requestId,
        }),
      );
    });

    test('is appended once, however often it is told', async () => {
      const { first, second, by } = await governed();
      const entries = [told(), told()];
      await Promise.all(Array.from({ length: 5 }, () => tell(by, { entries })));
      await tell(by, { entries: [...entries, ...entries, told()] });
      for (const orgId of [first, second]) {
        expect(await toldTo(by, orgId)).toHaveLength(3);
        expectChained(await entriesOf(by, orgId));
      }
    });

    test('is as late as the log is, and never later than now', async () => {
      const { orgId, owner: by } = await rig.found();
      await tell(by, { entries: [told({ at: '2020-01-01T00:00:00Z' }), told({ at: '9999-01-01T00:00:00Z' })] });
      const [late, early, founded] = await entriesOf(by, orgId);
      expect(early?.at).toBe(founded?.at);
      expect(Date.parse(late?.at ?? '')).toBeLessThanOrEqual(Date.now());
      expectChained(await entriesOf(by, orgId));
    });

    test('keeps the chain whole when many tell at once', async () => {
      const { orgId, owner: by } = await rig.found();
      const stranger = rig.person(by.context.scope.tenantId);
      await Promise.all(
        Array.from({ length: AT_ONCE / 2 }, (_, place) => [
          tell(by, place % 2 === 0 ? { organizationId: orgId } : {}),
          expect(rig.ask(stranger, getOrganization, { params: { orgId } })).rejects.toMatchObject(refused('forbidden')),
        ]).flat(),
      );
      const { items, pagination } = await read(by, orgId);
      expect(pagination.total).toBe(AT_ONCE + 1);
      expectChained(items);
    });
  });

  describe('when it is read', () => {
    const ACTIONS = ['memory.delete', 'memory.archive', 'api_key.create'];
    const QUERIES = [undefined, 'memory.delete', 'api_key.create'].flatMap((action) =>
      [undefined, 'a', 'nobody'].flatMap((actorId) =>
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

    let by: Person;
    let orgId: string;
    let all: AuditEntry[];
    beforeAll(async () => {
      by = rig.person();
      // As if it had been founded before everything that is told of it.
      rig.pass(Date.parse('2026-05-08T08:00:00Z') - Date.now());
      ({ orgId } = await rig.found(by));
      rig.pass(Date.now() - Date.parse('2026-05-08T08:00:00Z'));
      for (let minute = 0; minute < 40; minute += 1) {
        const context = { ...by.context, actor: { ...by.context.actor, id: minute % 3 === 0 ? 'a' : 'b' } };
        const entry = told({ action: String(ACTIONS[minute % 7 === 0 ? 2 : minute % 2]), at: String(instant(minute)) });
        await rig.bus.send(recordAudit, { organizationId: orgId, entries: [entry] }, context);
      }
      all = await entriesOf(by, orgId);
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

    test('every combination of filters finds what matches, page by page, and counts it', async () => {
      for (const { startDate, endDate, ...query } of QUERIES) {
        const filters = { ...query, startDate: instant(startDate), endDate: instant(endDate) };
        const wanted = matching(filters);
        const found: AuditEntry[] = [];
        for (let cursor: string | null | undefined; cursor !== null;) {
          const page = await read(by, orgId, { ...filters, limit: 15, cursor });
          expect([filters, page.pagination.total]).toEqual([filters, wanted.length]);
          expect(page.pagination.hasMore).toBe(page.pagination.cursor !== null);
          found.push(...page.items);
          ({ cursor } = page.pagination);
        }
        expect([filters, found]).toEqual([filters, wanted]);
      }
    });

    test('goes on where a page ended, whatever is added meanwhile', async () => {
      const seen: number[] = [];
      for (let cursor: string | null | undefined; cursor !== null;) {
        const page = await read(by, orgId, { action: 'memory.archive', limit: 4, cursor });
        seen.push(...page.items.map(({ sequence }) => sequence));
        ({ cursor } = page.pagination);
        const entry = told({ action: 'memory.archive' });
        await rig.bus.send(recordAudit, { organizationId: orgId, entries: [entry] }, by.context);
      }
      expect(seen).toEqual(matching({ action: 'memory.archive' }).map(({ sequence }) => sequence));
    });

    test('refuses dates that are no range', async () => {
      const [startDate, endDate] = [instant(3), instant(3)];
      await expect(read(by, orgId, { startDate, endDate })).rejects.toMatchObject({ code: 'validation_error' });
      await expect(read(by, orgId, { endDate, startDate: instant(4) })).rejects.toMatchObject({
        code: 'validation_error',
      });
    });

    test('walks one index, for every combination of filters, and of a table that was never analyzed', async () => {
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
        const plan = await owner.undone(() =>
          owner.attempt({ sql: `explain ${text}`, values, settings: { ...settings, role, search_path: searchPath } }),
        );
        const lines = plan.rows.map(([line]) => String(line)).join('\n');
        expect(lines).toMatch(/Index (Only )?Scan/);
        expect(lines).not.toMatch(/Sort|Seq Scan|Bitmap|Filter: (?!\(current_setting)/);
      }
    });
  });

  test('can be appended to, and neither changed nor emptied, by the service', async () => {
    const { orgId, owner: by } = await rig.found();
    const before = await entriesOf(by, orgId);
    const ofHeads = ['delete from audit_heads', 'truncate audit_heads'];
    const ofEntries = ['audit_entries', 'access_entries'].map((table) => [
      ...[`update ${table} set action = 'x'`, `delete from ${table}`, `truncate ${table}`],
    ]);
    for (const sql of [...ofHeads, ...ofEntries.flat()])
      await expect(rig.database.inTenant(by.context.scope, (tx) => tx.execute(sql))).rejects.toMatchObject({
        code: REFUSED,
      });
    expect(await entriesOf(by, orgId)).toEqual(before);
  });
});
