import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readRoles } from '@strata/contracts/calls/organizations';
import {
  getOrganization,
  inviteMember,
  listMembers,
  removeMember,
  updateMember,
} from '@strata/contracts/operations/organizations';
import type { Member, Role } from '@strata/contracts/schemas/organization';
import { eventually } from '@strata/testkit/eventually';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import {
  errorWith,
  startOrganizationFixture,
  type TestUser,
  type OrganizationFixture,
} from './organization-fixture.ts';

const ROUNDS = 5;

describeOnDatabase('A member', (backend) => {
  let fixture: OrganizationFixture;
  beforeAll(async () => {
    fixture = await startOrganizationFixture(backend);
  });
  afterAll(() => fixture.close());

  const setRole = (by: TestUser, orgId: string, memberId: string, role: Role): Promise<Member> =>
    fixture.call(by, updateMember, { params: { orgId, memberId }, body: { role } });
  const remove = (by: TestUser, orgId: string, memberId: string) =>
    fixture.call(by, removeMember, { params: { orgId, memberId } });
  const membersOf = async (by: TestUser, orgId: string): Promise<Member[]> =>
    (await fixture.call(by, listMembers, { params: { orgId }, query: { limit: 100 } })).items;
  const founderOf = async (owner: TestUser, orgId: string): Promise<string> =>
    (await membersOf(owner, orgId)).find(({ userId }) => userId === owner.userId)?.id ?? '';
  const grantedRolesOf = ({ userId, context }: TestUser) => fixture.bus.call(readRoles, { userId }, context);
  const rolesOf = async (user: TestUser): Promise<Role[]> => (await grantedRolesOf(user)).roles;

  test('is listed in the order of joining, with open invitations, page by page', async () => {
    const { orgId, owner } = await fixture.newOrganization();
    const joined = await fixture.newMember(orgId, owner, 'developer');
    const body = { email: 'soon@example.org', role: 'viewer' };
    const { id } = await fixture.call(owner, inviteMember, { params: { orgId }, body });
    const members = await membersOf(owner, orgId);
    expect(members.map(({ email, role, status }) => [email, role, status])).toEqual([
      [owner.email, 'owner', 'active'],
      [joined.email, 'developer', 'active'],
      ['soon@example.org', 'viewer', 'invited'],
    ]);
    expect(members[2]).toMatchObject({ id, userId: null, name: null, joinedAt: null, teamIds: [] });
    const first = await fixture.call(owner, listMembers, { params: { orgId }, query: { limit: 2 } });
    const { cursor } = first.pagination;
    const second = await fixture.call(owner, listMembers, { params: { orgId }, query: { limit: 2, cursor } });
    expect([...first.items, ...second.items]).toEqual(members);
    expect(second.pagination).toEqual({ hasMore: false, cursor: null, total: 3 });
  });

  test('gets a new role at once, and it is announced', async () => {
    const { orgId, owner } = await fixture.newOrganization();
    const member = await fixture.newMember(orgId, owner, 'viewer');
    const before = fixture.announcedRoles.length;
    expect(await setRole(owner, orgId, member.memberId, 'manager')).toMatchObject({
      id: member.memberId,
      userId: member.userId,
      role: 'manager',
      status: 'active',
    });
    expect(await rolesOf(member)).toEqual(['manager']);
    expect(fixture.announcedRoles.slice(before)).toEqual([
      { userId: member.userId, tenantId: owner.context.scope.tenantId },
    ]);
    expect((await membersOf(member, orgId)).length).toBe(2);
  });

  test('is rejected at once after removal, and can be invited again', async () => {
    const { orgId, owner } = await fixture.newOrganization();
    const member = await fixture.newMember(orgId, owner, 'manager');
    expect(await remove(owner, orgId, member.memberId)).toEqual({ id: member.memberId, deleted: true });
    expect(await grantedRolesOf(member)).toEqual({ roles: [], isFormer: true });
    await expect(fixture.call(member, getOrganization, { params: { orgId } })).rejects.toMatchObject(
      errorWith('forbidden'),
    );
    await expect(remove(owner, orgId, member.memberId)).rejects.toMatchObject(errorWith('not_found'));
    const body = { email: member.email, role: 'viewer' };
    expect(await fixture.call(owner, inviteMember, { params: { orgId }, body })).toMatchObject({ status: 'invited' });
  });

  test('has their keys revoked when they lose their last role in the tenant, in two removals at once too', async () => {
    const { orgId, owner } = await fixture.newOrganization();
    const { orgId: second } = await fixture.newOrganization(owner);
    const { context, userId, email, memberId } = await fixture.newMember(orgId, owner, 'developer');
    const join = async () => {
      const body = { email, role: 'developer' };
      const invited = await fixture.call(owner, inviteMember, { params: { orgId: second }, body });
      await fixture.redeem({ token: invited.invitationToken, email, userId });
      return invited.id;
    };
    const revocations = () => fixture.keyRevocations.filter(({ payload }) => payload.userId === userId);
    await remove(owner, second, await join());
    expect(revocations()).toEqual([]);
    const again = await join();
    await Promise.all([remove(owner, orgId, memberId), remove(owner, second, again)]);
    await eventually(() => revocations().length === 1);
    expect(revocations()).toMatchObject([
      {
        payload: { removedAt: expect.any(String) },
        context: { scope: context.scope, actor: { id: owner.userId } },
      },
    ]);
  });

  test('has the roles of all organizations together', async () => {
    const { orgId, owner } = await fixture.newOrganization();
    const { orgId: second } = await fixture.newOrganization(owner);
    const member = await fixture.newMember(orgId, owner, 'viewer');
    const body = { email: member.email, role: 'analyst' };
    const { invitationToken } = await fixture.call(owner, inviteMember, { params: { orgId: second }, body });
    await fixture.redeem({ token: invitationToken, email: member.email, userId: member.userId });
    expect((await rolesOf(member)).sort()).toEqual(['analyst', 'viewer']);
  });

  test('gets no role in the tenant from an organization that they created', async () => {
    const { orgId, owner } = await fixture.newOrganization();
    const member = await fixture.newMember(orgId, owner, 'viewer');
    const { orgId: own } = await fixture.newOrganization(member);
    expect(await grantedRolesOf(member)).toEqual({ roles: ['viewer'], isFormer: false });
    await remove(owner, orgId, member.memberId);
    expect(await grantedRolesOf(member)).toEqual({ roles: [], isFormer: true });
    expect((await membersOf(member, own)).length).toBe(1);
  });

  describe('by rank', () => {
    test('cannot grant a role above their own', async () => {
      const { orgId, owner } = await fixture.newOrganization();
      const [admin, manager] = [
        await fixture.newMember(orgId, owner, 'admin'),
        await fixture.newMember(orgId, owner, 'manager'),
      ];
      await expect(setRole(admin, orgId, manager.memberId, 'owner')).rejects.toMatchObject(errorWith('forbidden'));
      await expect(setRole(admin, orgId, admin.memberId, 'owner')).rejects.toMatchObject(errorWith('forbidden'));
      for (const [by, role] of [
        [admin, 'owner'],
        [manager, 'admin'],
        [manager, 'owner'],
      ] as const) {
        const body = { email: 'high@example.org', role };
        await expect(fixture.call(by, inviteMember, { params: { orgId }, body })).rejects.toMatchObject(
          errorWith('forbidden'),
        );
      }
      expect(await setRole(admin, orgId, manager.memberId, 'admin')).toMatchObject({ role: 'admin' });
    });

    test('cannot change or remove a member above them', async () => {
      const { orgId, owner } = await fixture.newOrganization();
      const admin = await fixture.newMember(orgId, owner, 'admin');
      const second = await fixture.newMember(orgId, owner, 'owner');
      await expect(setRole(admin, orgId, second.memberId, 'viewer')).rejects.toMatchObject(errorWith('forbidden'));
      await expect(remove(admin, orgId, second.memberId)).rejects.toMatchObject(errorWith('forbidden'));
      expect(await rolesOf(second)).toEqual(['owner']);
    });

    test('cannot replace or withdraw an open invitation above their role', async () => {
      const { orgId, owner } = await fixture.newOrganization();
      const [admin, manager] = [
        await fixture.newMember(orgId, owner, 'admin'),
        await fixture.newMember(orgId, owner, 'manager'),
      ];
      const invite = (by: TestUser, role: Role) =>
        fixture.call(by, inviteMember, { params: { orgId }, body: { email: 'chief@example.org', role } });
      const { id, invitationToken: token } = await invite(owner, 'owner');
      await expect(invite(manager, 'viewer')).rejects.toMatchObject(errorWith('forbidden'));
      await expect(remove(admin, orgId, id)).rejects.toMatchObject(errorWith('forbidden'));
      expect(await fixture.redeem({ token, email: 'chief@example.org' })).toMatchObject({ role: 'owner' });
    });
  });

  describe('who is the last owner', () => {
    test('can be neither demoted nor removed, even if another owner is invited', async () => {
      const { orgId, owner } = await fixture.newOrganization();
      const body = { email: 'heir@example.org', role: 'owner' };
      await fixture.call(owner, inviteMember, { params: { orgId }, body });
      const memberId = await founderOf(owner, orgId);
      await expect(setRole(owner, orgId, memberId, 'admin')).rejects.toMatchObject(errorWith('conflict'));
      await expect(remove(owner, orgId, memberId)).rejects.toMatchObject(errorWith('conflict'));
      expect(await setRole(owner, orgId, memberId, 'owner')).toMatchObject({ role: 'owner' });
    });

    test('can leave when there is another owner', async () => {
      const { orgId, owner } = await fixture.newOrganization();
      const heir = await fixture.newMember(orgId, owner, 'owner');
      expect(await remove(owner, orgId, await founderOf(owner, orgId))).toMatchObject({ deleted: true });
      await expect(remove(heir, orgId, heir.memberId)).rejects.toMatchObject(errorWith('conflict'));
    });

    test.each(['are demoted', 'are removed', 'demote each other'])(
      'stays when the last two %s at once',
      async (how) => {
        for (let round = 0; round < ROUNDS; round += 1) {
          const { orgId, owner } = await fixture.newOrganization();
          const second = await fixture.newMember(orgId, owner, 'owner');
          const firstId = await founderOf(owner, orgId);
          const [first, other] = how === 'demote each other' ? [second.memberId, firstId] : [firstId, second.memberId];
          const act = (by: TestUser, memberId: string): Promise<unknown> =>
            how === 'are removed' ? remove(by, orgId, memberId) : setRole(by, orgId, memberId, 'admin');
          const outcomes = await Promise.allSettled([act(owner, first), act(second, other)]);
          expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
          const seen = await Promise.any([membersOf(owner, orgId), membersOf(second, orgId)]);
          expect(seen.filter(({ role }) => role === 'owner')).toHaveLength(1);
        }
      },
    );
  });

  describe('in the audit log', () => {
    test('has an update entry with what differs, and a delete entry with the former fields', async () => {
      const { orgId, owner } = await fixture.newOrganization();
      const { memberId, userId, email } = await fixture.newMember(orgId, owner, 'viewer');
      await setRole(owner, orgId, memberId, 'analyst');
      await setRole(owner, orgId, memberId, 'analyst');
      await remove(owner, orgId, memberId);
      expect(await fixture.auditEntries(owner, orgId, 'member.update')).toMatchObject([
        {
          resource_id: memberId,
          actor_id: owner.userId,
          outcome: 'success',
          changes: { before: { role: 'viewer' }, after: { role: 'analyst' } },
        },
      ]);
      const before = { userId, email, name: 'Invited User', role: 'analyst', teamIds: [] };
      expect(await fixture.auditEntries(owner, orgId, 'member.delete')).toMatchObject([
        { resource_id: memberId, actor_id: owner.userId, changes: { before, after: null } },
      ]);
    });

    test('has one success entry when one of two concurrent changes succeeds', async () => {
      const { orgId, owner } = await fixture.newOrganization();
      const second = await fixture.newMember(orgId, owner, 'owner');
      const first = await founderOf(owner, orgId);
      const demote = [setRole(owner, orgId, second.memberId, 'admin'), setRole(second, orgId, first, 'admin')];
      await Promise.allSettled(demote);
      const entries = await fixture.auditEntries(owner, orgId, 'member.update');
      expect(entries.filter(({ outcome }) => outcome === 'success')).toHaveLength(1);
    });
  });
});
