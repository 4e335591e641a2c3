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
import { expectLabelled } from '@strata/testkit/expect-labelled';
import { describeOnDatabase, type TestDatabase } from '@strata/testkit/test-databases';
import type { z } from 'zod';
import {
  errorWith,
  startOrganizationFixture,
  type TestUser,
  type OrganizationFixture,
} from './organization-fixture.ts';

type Command = z.input<typeof recordAudit.payload>;
type ReportedEntry = Command['entries'][number];

/** PostgreSQL's code for a missing privilege. */
const INSUFFICIENT_PRIVILEGE = '42501';
const AT_ONCE = 50;

describeOnDatabase('The audit log', (backend) => {
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

  const read = (by: TestUser, orgId: string) =>
    fixture.call(by, listAudit, { params: { orgId }, query: { limit: 100 } });
  const entriesOf = async (by: TestUser, orgId: string): Promise<AuditEntry[]> => (await read(by, orgId)).items;
  const reportedEntry = (entry: Partial<ReportedEntry> = {}): ReportedEntry => ({
    entryId: newId('aud'),
    action: 'memory.delete',
    resourceId: 'mem_1',
    outcome: 'success',
    changes: null,
    at: new Date().toISOString(),
    ...entry,
  });
  const report = (by: TestUser, command: Partial<Command>): Promise<void> =>
    fixture.bus.send(recordAudit, { entries: [reportedEntry()], ...command }, by.context);
  const recordedIn = async (by: TestUser, orgId: string): Promise<string[]> =>
    (await entriesOf(by, orgId)).filter(({ action }) => action === 'memory.delete').map(({ id }) => id);

  function expectChained(newestFirst: readonly AuditEntry[]): void {
    const entries = newestFirst.toReversed();
    expect(entries.map(({ sequence }) => sequence)).toEqual(entries.map((_, place) => place + 1));
    for (const [place, { hash, ...entry }] of entries.entries()) {
      expect(entry.previousHash).toBe(place === 0 ? FIRST_PREVIOUS_HASH : entries[place - 1]?.hash);
      expect(hash).toBe(hashOf(entry));
    }
  }

  describe('of denials', () => {
    const lastOf = async (by: TestUser, orgId: string): Promise<AuditEntry | undefined> =>
      (await entriesOf(by, orgId))[0];

    test('records the caller and the reason: not a member, no permission, or too low a rank', async () => {
      const { orgId, owner: founder } = await fixture.newOrganization();
      const stranger = fixture.newUser(founder.context.scope.tenantId);
      const viewer = await fixture.newMember(orgId, founder, 'viewer');
      const manager = await fixture.newMember(orgId, founder, 'manager');
      const params = { orgId };
      const attempts = [
        [stranger, getOrganization, { params }, 'organization.read', orgId],
        [viewer, updateOrganization, { params, body: { name: 'Mine' } }, 'organization.update', orgId],
        [viewer, listMembers, { params }, 'member.list', null],
        [viewer, removeMember, { params: { orgId, memberId: manager.memberId } }, 'member.delete', manager.memberId],
        [manager, inviteMember, { params, body: { email: 'x@example.org', role: 'owner' } }, 'invitation.create', null],
        [viewer, listAudit, { params }, 'audit.list', null],
      ] as const;
      for (const [by, operation, parts, action, resourceId] of attempts) {
        const denial = await fixture
          .call(by, operation as typeof getOrganization, parts)
          .catch((error: unknown) => error);
        const { message } = denial as AppError;
        const entry = await lastOf(founder, orgId);
        expect(entry).toMatchObject({ action, resourceId, outcome: 'denied', changes: { reason: message } });
        expect(entry).toMatchObject({ actorId: by.userId, actorType: 'user', requestId: by.context.requestId });
        expect(entry?.resourceType).toBe(action.split('.')[0]);
      }
      expectChained(await entriesOf(founder, orgId));
    });

    test('records an attempt on another tenant’s organization, or on none, only in the caller’s own tenant', async () => {
      const [theirs, ours] = [await fixture.newOrganization(), await fixture.newOrganization()];
      const before = await entriesOf(theirs.owner, theirs.orgId);
      const stranger = await fixture.newMember(ours.orgId, ours.owner, 'viewer');
      const { orgId: own } = await fixture.newOrganization(stranger);
      for (const orgId of [theirs.orgId, 'org_none', 'a secret in the wrong place'])
        await expect(fixture.call(stranger, listMembers, { params: { orgId } })).rejects.toMatchObject(
          errorWith('not_found'),
        );
      expect(await entriesOf(theirs.owner, theirs.orgId)).toEqual(before);
      const reason = 'The organization does not exist';
      const attempts = (await entriesOf(ours.owner, ours.orgId)).filter(({ outcome }) => outcome === 'denied');
      expect(attempts.map(({ changes }) => changes)).toEqual(
        [null, 'org_none', theirs.orgId].map((organizationId) => ({ reason, after: { organizationId } })),
      );
      const { userId: actorId } = stranger;
      expect(attempts[0]).toMatchObject({ action: 'member.list', actorId, actorType: 'user', resourceId: null });
      // Not tenant-wide: the stranger would watch the log of it.
      expect(await entriesOf(stranger, own)).toHaveLength(1);
      expectChained(await entriesOf(ours.owner, ours.orgId));
    });

    test('is not flooded by attempts: one actor gets at most ten entries a minute', async () => {
      const { orgId, owner: by } = await fixture.newOrganization();
      const tries = Array.from({ length: 30 }, (_, at) =>
        fixture.call(by, listMembers, { params: { orgId: `org_${String(at)}` } }),
      );
      for (const { status } of await Promise.allSettled(tries)) expect(status).toBe('rejected');
      expect(await entriesOf(by, orgId)).toHaveLength(11);
    });

    test('is complete: a denial that cannot be recorded becomes `unavailable`', async () => {
      const { orgId, owner: founder } = await fixture.newOrganization();
      const viewer = await fixture.newMember(orgId, founder, 'viewer');
      await owner.query('revoke insert on enterprise_org.audit_entries from strata_enterprise_org');
      const asking = fixture.call(viewer, listMembers, { params: { orgId } });
      await expect(
        asking.finally(() => owner.query('grant insert on enterprise_org.audit_entries to strata_enterprise_org')),
      ).rejects.toMatchObject(errorWith('unavailable'));
      await expect(fixture.call(viewer, listMembers, { params: { orgId } })).rejects.toMatchObject(
        errorWith('forbidden'),
      );
    });
  });

  describe('of other services', () => {
    const governed = async () => {
      const first = await fixture.newOrganization();
      const second = await fixture.newOrganization(first.owner);
      const namespaceId = (
        await fixture.call(first.owner, createNamespace, { params: { orgId: first.orgId }, body: { name: 'Charts' } })
      ).id;
      const agentId = (
        await fixture.call(first.owner, createAgent, { params: { orgId: second.orgId }, body: { name: 'Pilot' } })
      ).id;
      return { first: first.orgId, second: second.orgId, by: first.owner, namespaceId, agentId };
    };

    test('gets an entry if the command names the organization, if it governs the place, or if no other does', async () => {
      const { first, second, by, namespaceId, agentId } = await governed();
      const other = await fixture.newOrganization();
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
        const before = [await recordedIn(by, first), await recordedIn(by, second)];
        await report(by, command);
        const after = [await recordedIn(by, first), await recordedIn(by, second)];
        const grown = after.map(({ length }, place) => length - (before[place]?.length ?? 0));
        expectLabelled(JSON.stringify(command), grown).toEqual(more);
      }
      expect(await recordedIn(other.owner, other.orgId)).toEqual([]);
      expectChained(await entriesOf(by, first));
    });

    test('gets an entry for another tenant’s organization into the reporting tenant’s own log', async () => {
      const [ours, theirs] = [await fixture.newOrganization(), await fixture.newOrganization()];
      await report(ours.owner, { organizationId: theirs.orgId });
      expect(await recordedIn(theirs.owner, theirs.orgId)).toEqual([]);
      expect(await recordedIn(ours.owner, ours.orgId)).toHaveLength(1);
      const [entry] = await entriesOf(ours.owner, ours.orgId);
      expect(entry?.changes).toEqual({ after: { organizationId: theirs.orgId } });
    });

    test('appends an entry once, even if it is reported several times', async () => {
      const { first, second, by } = await governed();
      const entries = [reportedEntry(), reportedEntry()];
      await Promise.all(Array.from({ length: 5 }, () => report(by, { entries })));
      await report(by, { entries: [...entries, ...entries, reportedEntry()] });
      for (const orgId of [first, second]) {
        expect(await recordedIn(by, orgId)).toHaveLength(3);
        expectChained(await entriesOf(by, orgId));
      }
    });

    test('moves a time that is before the previous entry, or in the future', async () => {
      const { orgId, owner: by } = await fixture.newOrganization();
      await report(by, {
        entries: [reportedEntry({ at: '2020-01-01T00:00:00Z' }), reportedEntry({ at: '9999-01-01T00:00:00Z' })],
      });
      const [late, early, founded] = await entriesOf(by, orgId);
      expect(early?.at).toBe(founded?.at);
      expect(Date.parse(late?.at ?? '')).toBeLessThanOrEqual(Date.now());
      expectChained(await entriesOf(by, orgId));
    });

    test('keeps the chain intact under concurrent reports and denials', async () => {
      const { orgId, owner: by } = await fixture.newOrganization();
      const stranger = fixture.newUser(by.context.scope.tenantId);
      await Promise.all(
        Array.from({ length: AT_ONCE / 2 }, (_, place) => [
          report(by, place % 2 === 0 ? { organizationId: orgId } : {}),
          expect(fixture.call(stranger, getOrganization, { params: { orgId } })).rejects.toMatchObject(
            errorWith('forbidden'),
          ),
        ]).flat(),
      );
      const { items, pagination } = await read(by, orgId);
      expect(pagination.total).toBe(AT_ONCE + 1);
      expectChained(items);
    });
  });

  test('can be appended to, but neither changed nor emptied, by the service', async () => {
    const { orgId, owner: by } = await fixture.newOrganization();
    const before = await entriesOf(by, orgId);
    const ofHeads = ['delete from audit_heads', 'truncate audit_heads'];
    const ofEntries = ['audit_entries', 'access_entries'].map((table) => [
      ...[`update ${table} set action = 'x'`, `delete from ${table}`, `truncate ${table}`],
    ]);
    for (const sql of [...ofHeads, ...ofEntries.flat()])
      await expect(fixture.database.inTenant(by.context.scope, (tx) => tx.execute(sql))).rejects.toMatchObject({
        code: INSUFFICIENT_PRIVILEGE,
      });
    expect(await entriesOf(by, orgId)).toEqual(before);
  });
});
