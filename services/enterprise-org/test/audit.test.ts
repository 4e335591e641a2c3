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
import { describeOnDatabase, type TestDatabase } from '@strata/testkit/test-databases';
import type { z } from 'zod';
import { refused, startRig, type Person, type Rig } from './rig.ts';

type Command = z.input<typeof recordAudit.payload>;
type Told = Command['entries'][number];

const REFUSED = '42501';
const AT_ONCE = 50;

describeOnDatabase('The audit log', (backend) => {
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

  const read = (by: Person, orgId: string) => rig.ask(by, listAudit, { params: { orgId }, query: { limit: 100 } });
  const entriesOf = async (by: Person, orgId: string): Promise<AuditEntry[]> => (await read(by, orgId)).items;
  const told = (entry: Partial<Told> = {}): Told => ({
    entryId: newId('aud'),
    action: 'memory.delete',
    resourceId: 'mem_1',
    outcome: 'success',
    changes: null,
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
