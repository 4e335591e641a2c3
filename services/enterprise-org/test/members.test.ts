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
import { describeOnDatabase } from '@strata/testkit/test-databases';
import { refused, startRig, type Person, type Rig } from './rig.ts';

const ROUNDS = 5;

describeOnDatabase('Members', (backend) => {
  let rig: Rig;
  beforeAll(async () => {
    rig = await startRig(backend);
  });
  afterAll(() => rig.close());

  const setRole = (by: Person, orgId: string, memberId: string, role: Role): Promise<Member> =>
    rig.ask(by, updateMember, { params: { orgId, memberId }, body: { role } });
  const remove = (by: Person, orgId: string, memberId: string) =>
    rig.ask(by, removeMember, { params: { orgId, memberId } });
  const membersOf = async (by: Person, orgId: string): Promise<Member[]> =>
    (await rig.ask(by, listMembers, { params: { orgId }, query: { limit: 100 } })).items;
  const founderOf = async (owner: Person, orgId: string): Promise<string> =>
    (await membersOf(owner, orgId)).find(({ userId }) => userId === owner.userId)?.id ?? '';
  const standingOf = ({ userId, context }: Person) => rig.bus.call(readRoles, { userId }, context);
  const rolesOf = async (person: Person): Promise<Role[]> => (await standingOf(person)).roles;

  test('are listed as they came, with open invitations, page by page', async () => {
    const { orgId, owner } = await rig.found();
    const joined = await rig.join(orgId, owner, 'developer');
    const body = { email: 'soon@example.org', role: 'viewer' };
    const { id } = await rig.ask(owner, inviteMember, { params: { orgId }, body });
    const members = await membersOf(owner, orgId);
    expect(members.map(({ email, role, status }) => [email, role, status])).toEqual([
      [owner.email, 'owner', 'active'],
      [joined.email, 'developer', 'active'],
      ['soon@example.org', 'viewer', 'invited'],
    ]);
    expect(members[2]).toMatchObject({ id, userId: null, name: null, joinedAt: null, teamIds: [] });
    const first = await rig.ask(owner, listMembers, { params: { orgId }, query: { limit: 2 } });
    const { cursor } = first.pagination;
    const second = await rig.ask(owner, listMembers, { params: { orgId }, query: { limit: 2, cursor } });
    expect([...first.items, ...second.items]).toEqual(members);
    expect(second.pagination).toEqual({ hasMore: false, cursor: null, total: 3 });
  });

  test('a new role holds at once and is announced', async () => {
    const { orgId, owner } = await rig.found();
    const member = await rig.join(orgId, owner, 'viewer');
    const before = rig.announced.length;
    expect(await setRole(owner, orgId, member.memberId, 'manager')).toMatchObject({
      id: member.memberId,
      userId: member.userId,
      role: 'manager',
      status: 'active',
    });
    expect(await rolesOf(member)).toEqual(['manager']);
    expect(rig.announced.slice(before)).toEqual([{ userId: member.userId, tenantId: owner.context.scope.tenantId }]);
    expect((await membersOf(member, orgId)).length).toBe(2);
  });

  test('who is removed is out at once, and may be invited again', async () => {
    const { orgId, owner } = await rig.found();
    const member = await rig.join(orgId, owner, 'manager');
    expect(await remove(owner, orgId, member.memberId)).toEqual({ id: member.memberId, deleted: true });
    expect(await standingOf(member)).toEqual({ roles: [], isFormer: true });
    await expect(rig.ask(member, getOrganization, { params: { orgId } })).rejects.toMatchObject(refused('forbidden'));
    await expect(remove(owner, orgId, member.memberId)).rejects.toMatchObject(refused('not_found'));
    const body = { email: member.email, role: 'viewer' };
    expect(await rig.ask(owner, inviteMember, { params: { orgId }, body })).toMatchObject({ status: 'invited' });
  });

  test('roles of several organizations add up', async () => {
    const { orgId, owner } = await rig.found();
    const { orgId: second } = await rig.found(owner);
    const member = await rig.join(orgId, owner, 'viewer');
    const body = { email: member.email, role: 'analyst' };
    const { invitationToken } = await rig.ask(owner, inviteMember, { params: { orgId: second }, body });
    await rig.redeem({ token: invitationToken, email: member.email, userId: member.userId });
    expect((await rolesOf(member)).sort()).toEqual(['analyst', 'viewer']);
  });

  test('an organization of their own gives a member no role in the tenant', async () => {
    const { orgId, owner } = await rig.found();
    const member = await rig.join(orgId, owner, 'viewer');
    const { orgId: own } = await rig.found(member);
    expect(await standingOf(member)).toEqual({ roles: ['viewer'], isFormer: false });
    await remove(owner, orgId, member.memberId);
    expect(await standingOf(member)).toEqual({ roles: [], isFormer: true });
    expect((await membersOf(member, own)).length).toBe(1);
  });

  describe('rank', () => {
    test('nobody grants a role above their own', async () => {
      const { orgId, owner } = await rig.found();
      const [admin, manager] = [await rig.join(orgId, owner, 'admin'), await rig.join(orgId, owner, 'manager')];
      await expect(setRole(admin, orgId, manager.memberId, 'owner')).rejects.toMatchObject(refused('forbidden'));
      await expect(setRole(admin, orgId, admin.memberId, 'owner')).rejects.toMatchObject(refused('forbidden'));
      for (const [by, role] of [
        [admin, 'owner'],
        [manager, 'admin'],
        [manager, 'owner'],
      ] as const) {
        const body = { email: 'high@example.org', role };
        await expect(rig.ask(by, inviteMember, { params: { orgId }, body })).rejects.toMatchObject(
          refused('forbidden'),
        );
      }
      expect(await setRole(admin, orgId, manager.memberId, 'admin')).toMatchObject({ role: 'admin' });
    });

    test('nobody changes or removes a member above them', async () => {
      const { orgId, owner } = await rig.found();
      const admin = await rig.join(orgId, owner, 'admin');
      const second = await rig.join(orgId, owner, 'owner');
      await expect(setRole(admin, orgId, second.memberId, 'viewer')).rejects.toMatchObject(refused('forbidden'));
      await expect(remove(admin, orgId, second.memberId)).rejects.toMatchObject(refused('forbidden'));
      expect(await rolesOf(second)).toEqual(['owner']);
    });

    test('an open invitation is replaced or withdrawn by nobody below its role', async () => {
      const { orgId, owner } = await rig.found();
      const [admin, manager] = [await rig.join(orgId, owner, 'admin'), await rig.join(orgId, owner, 'manager')];
      const invite = (by: Person, role: Role) =>
        rig.ask(by, inviteMember, { params: { orgId }, body: { email: 'chief@example.org', role } });
      const { id, invitationToken: token } = await invite(owner, 'owner');
      await expect(invite(manager, 'viewer')).rejects.toMatchObject(refused('forbidden'));
      await expect(remove(admin, orgId, id)).rejects.toMatchObject(refused('forbidden'));
      expect(await rig.redeem({ token, email: 'chief@example.org' })).toMatchObject({ role: 'owner' });
    });
  });

  describe('the last owner', () => {
    test('can be neither demoted nor removed, an invited owner notwithstanding', async () => {
      const { orgId, owner } = await rig.found();
      const body = { email: 'heir@example.org', role: 'owner' };
      await rig.ask(owner, inviteMember, { params: { orgId }, body });
      const memberId = await founderOf(owner, orgId);
      await expect(setRole(owner, orgId, memberId, 'admin')).rejects.toMatchObject(refused('conflict'));
      await expect(remove(owner, orgId, memberId)).rejects.toMatchObject(refused('conflict'));
      expect(await setRole(owner, orgId, memberId, 'owner')).toMatchObject({ role: 'owner' });
    });

    test('may go once there is another', async () => {
      const { orgId, owner } = await rig.found();
      const heir = await rig.join(orgId, owner, 'owner');
      expect(await remove(owner, orgId, await founderOf(owner, orgId))).toMatchObject({ deleted: true });
      await expect(remove(heir, orgId, heir.memberId)).rejects.toMatchObject(refused('conflict'));
    });

    test.each(['are demoted', 'are removed', 'demote each other'])(
      'is left when the last two %s at once',
      async (how) => {
        for (let round = 0; round < ROUNDS; round += 1) {
          const { orgId, owner } = await rig.found();
          const second = await rig.join(orgId, owner, 'owner');
          const firstId = await founderOf(owner, orgId);
          const [first, other] = how === 'demote each other' ? [second.memberId, firstId] : [firstId, second.memberId];
          const act = (by: Person, memberId: string): Promise<unknown> =>
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
    test('are changed with what differs, and removed with what they were', async () => {
      const { orgId, owner } = await rig.found();
      const { memberId, userId, email } = await rig.join(orgId, owner, 'viewer');
      await setRole(owner, orgId, memberId, 'analyst');
      await setRole(owner, orgId, memberId, 'analyst');
      await remove(owner, orgId, memberId);
      expect(await rig.audited(owner, orgId, 'member.update')).toMatchObject([
        {
          resource_id: memberId,
          actor_id: owner.userId,
          outcome: 'success',
          changes: { before: { role: 'viewer' }, after: { role: 'analyst' } },
        },
      ]);
      const before = { userId, email, name: 'Somebody', role: 'analyst', teamIds: [] };
      expect(await rig.audited(owner, orgId, 'member.delete')).toMatchObject([
        { resource_id: memberId, actor_id: owner.userId, changes: { before, after: null } },
      ]);
    });

    test('have one entry of success where two who act at once leave one of them', async () => {
      const { orgId, owner } = await rig.found();
      const second = await rig.join(orgId, owner, 'owner');
      const first = await founderOf(owner, orgId);
      const demote = [setRole(owner, orgId, second.memberId, 'admin'), setRole(second, orgId, first, 'admin')];
      await Promise.allSettled(demote);
      const entries = await rig.audited(owner, orgId, 'member.update');
      expect(entries.filter(({ outcome }) => outcome === 'success')).toHaveLength(1);
    });
  });
});
