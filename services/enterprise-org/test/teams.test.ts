import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { inviteMember, listMembers, removeMember, updateMember } from '@strata/contracts/operations/organizations';
import { createTeam, deleteTeam, getTeam, listTeams, updateTeam } from '@strata/contracts/operations/teams';
import type { Team } from '@strata/contracts/schemas/team';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import {
  errorWith,
  startOrganizationFixture,
  type TestUser,
  type OrganizationFixture,
} from './organization-fixture.ts';

const FILL_TEAMS = `
  insert into teams (tenant_id, organization_id, id, name, name_key, created_at, updated_at)
  select $1, $2, 'team_' || n, 'team ' || n, 'team ' || n, now(), now() from generate_series(1, $3::integer) n`;

describeOnDatabase('A team', (backend) => {
  let fixture: OrganizationFixture;
  beforeAll(async () => {
    fixture = await startOrganizationFixture(backend);
  });
  afterAll(() => fixture.close());

  const create = (by: TestUser, orgId: string, body: object): Promise<Team> =>
    fixture.call(by, createTeam, { params: { orgId }, body });
  const update = (by: TestUser, orgId: string, teamId: string, body: object): Promise<Team> =>
    fixture.call(by, updateTeam, { params: { orgId, teamId }, body });
  const get = (by: TestUser, orgId: string, teamId: string) => fixture.call(by, getTeam, { params: { orgId, teamId } });

  test('is stored, returned and audited as it was sent', async () => {
    const { orgId, owner } = await fixture.newOrganization();
    const team = await create(owner, orgId, { name: 'Quay', description: 'Berths and cranes' });
    expect(team).toEqual({
      id: expect.stringMatching(/^team_[0-9a-f]{32}$/),
      name: 'Quay',
      description: 'Berths and cranes',
      memberCount: 0,
      createdAt: expect.any(String),
      updatedAt: team.createdAt,
    });
    expect(await get(owner, orgId, team.id)).toEqual({ ...team, members: [] });
    expect((await create(owner, orgId, { name: 'Tugs' })).description).toBeNull();
    expect(await fixture.auditEntries(owner, orgId, 'team.create')).toMatchObject([
      {
        resource_id: team.id,
        resource_type: 'team',
        actor_id: owner.userId,
        outcome: 'success',
        changes: { before: null, after: { name: 'Quay', description: 'Berths and cranes', memberIds: [] } },
      },
      { changes: { after: { name: 'Tugs' } } },
    ]);
  });

  test('is listed in the order of creation, page by page, also while others are created', async () => {
    const { orgId, owner } = await fixture.newOrganization();
    const made: Team[] = [];
    for (const name of ['E', 'D', 'C', 'B', 'A']) made.push(await create(owner, orgId, { name }));
    const page = (cursor?: string | null) =>
      fixture.call(owner, listTeams, { params: { orgId }, query: { limit: 2, ...(cursor ? { cursor } : {}) } });
    const first = await page();
    expect(first.pagination).toEqual({ hasMore: true, cursor: expect.any(String), total: 5 });
    const later = await create(owner, orgId, { name: 'F' });
    const second = await page(first.pagination.cursor);
    const third = await page(second.pagination.cursor);
    expect([first, second, third].flatMap(({ items }) => items)).toEqual([...made, later]);
    expect(third.pagination).toEqual({ hasMore: false, cursor: null, total: 6 });
    await expect(page('W10')).rejects.toMatchObject(errorWith('validation_error', 'cursor'));
  });

  test('has a name that is unique in its organization, ignoring case', async () => {
    const { orgId, owner } = await fixture.newOrganization();
    const { orgId: second } = await fixture.newOrganization(owner);
    const team = await create(owner, orgId, { name: 'Überseehafen' });
    for (const name of ['Überseehafen', 'ÜBERSEEHAFEN', 'U\u0308berseehafen', ' Über\uff53eehafen '])
      await expect(create(owner, orgId, { name })).rejects.toMatchObject(errorWith('conflict'));
    const other = await create(owner, orgId, { name: 'Pier' });
    await expect(update(owner, orgId, other.id, { name: 'überseehafen' })).rejects.toMatchObject(errorWith('conflict'));
    expect((await update(owner, orgId, team.id, { name: 'ÜBERSEEHAFEN' })).name).toBe('ÜBERSEEHAFEN');
    expect((await create(owner, second, { name: 'Überseehafen' })).name).toBe('Überseehafen');
    expect(await fixture.auditEntries(owner, orgId, 'team.create')).toHaveLength(2);
  });

  test('is the only one of several created at once with the same name', async () => {
    const { orgId, owner } = await fixture.newOrganization();
    const creations = [1, 2, 3, 4].map(() => create(owner, orgId, { name: 'Slipway' }));
    const outcomes = await Promise.allSettled(creations);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(errorWith('conflict'));
    expect(await fixture.auditEntries(owner, orgId, 'team.create')).toHaveLength(1);
  });

  test('is rejected when the organization has 1,000', async () => {
    const { orgId, owner } = await fixture.newOrganization();
    const { tenantId } = owner.context.scope;
    await fixture.database.inTenant(owner.context.scope, (tx) => tx.execute(FILL_TEAMS, [tenantId, orgId, 999]));
    const outcomes = await Promise.allSettled(['One', 'Two'].map((name) => create(owner, orgId, { name })));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(create(owner, orgId, { name: 'Three' })).rejects.toMatchObject({
      code: 'conflict',
      message: 'The organization has 1000 teams, which is the maximum',
    });
  });

  describe('when it is changed', () => {
    test('keeps a field that is not sent, clears one that is null, and audits what differs', async () => {
      const { orgId, owner } = await fixture.newOrganization();
      const before = await create(owner, orgId, { name: 'Quay', description: 'Cranes' });
      fixture.advanceClock(1000);
      const after = await update(owner, orgId, before.id, { description: null });
      expect(after).toEqual({ ...before, description: null, updatedAt: expect.not.stringMatching(before.updatedAt) });
      expect(await get(owner, orgId, before.id)).toEqual({ ...after, members: [] });
      expect(await fixture.auditEntries(owner, orgId, 'team.update')).toMatchObject([
        { resource_id: before.id, changes: { before: { description: 'Cranes' }, after: { description: null } } },
      ]);
    });

    test('stays the same, without an audit entry, if nothing changes', async () => {
      const { orgId, owner } = await fixture.newOrganization();
      const team = await create(owner, orgId, { name: 'Quay' });
      const version = await fixture.factsOf(owner);
      fixture.advanceClock(1000);
      for (const nothing of [{}, { name: 'Quay' }, { description: null, memberIds: [] }])
        expect(await update(owner, orgId, team.id, nothing)).toEqual(team);
      expect(await fixture.auditEntries(owner, orgId, 'team.update')).toEqual([]);
      expect(await fixture.factsOf(owner)).toEqual(version);
    });

    test('replaces its members by the distinct members that are sent', async () => {
      const { orgId, owner } = await fixture.newOrganization();
      const [one, two, three] = [
        await fixture.newMember(orgId, owner, 'developer'),
        await fixture.newMember(orgId, owner, 'viewer'),
        await fixture.newMember(orgId, owner, 'analyst'),
      ];
      const memberIds = [two.memberId, one.memberId, two.memberId];
      const { id } = await create(owner, orgId, { name: 'Quay', memberIds });
      expect(await get(owner, orgId, id)).toMatchObject({
        memberCount: 2,
        members: [
          { id: one.memberId, userId: one.userId, email: one.email, name: 'Invited User', role: 'developer' },
          { id: two.memberId, userId: two.userId, email: two.email, name: 'Invited User', role: 'viewer' },
        ],
      });
      const updated = await update(owner, orgId, id, { memberIds: [three.memberId, two.memberId] });
      expect(updated.memberCount).toBe(2);
      const { members } = await get(owner, orgId, id);
      expect(members.map((member) => member.id)).toEqual([two.memberId, three.memberId]);
      expect(await fixture.auditEntries(owner, orgId, 'team.update')).toMatchObject([
        {
          changes: {
            before: { memberIds: [one.memberId, two.memberId].sort() },
            after: { memberIds: [two.memberId, three.memberId].sort() },
          },
        },
      ]);
    });

    test('rejects a member who is unknown, of another organization, or only invited', async () => {
      const { orgId, owner } = await fixture.newOrganization();
      const { orgId: second } = await fixture.newOrganization(owner);
      const foreign = await fixture.newMember(second, owner, 'viewer');
      const body = { email: 'soon@example.org', role: 'viewer' };
      const { id: invited } = await fixture.call(owner, inviteMember, { params: { orgId }, body });
      const team = await create(owner, orgId, { name: 'Quay' });
      for (const memberId of ['mbr_unknown', foreign.memberId, invited]) {
        const memberIds = [memberId];
        const unknown = errorWith('validation_error', 'memberIds');
        await expect(update(owner, orgId, team.id, { name: 'x', memberIds })).rejects.toMatchObject(unknown);
        await expect(create(owner, orgId, { name: 'Tugs', memberIds })).rejects.toMatchObject(unknown);
      }
      expect(await get(owner, orgId, team.id)).toEqual({ ...team, members: [] });
      expect((await fixture.call(owner, listTeams, { params: { orgId } })).items).toEqual([team]);
    });

    test('keeps open invitations to it', async () => {
      const { orgId, owner } = await fixture.newOrganization();
      const { id } = await create(owner, orgId, { name: 'Quay' });
      const body = { email: 'pilot@example.org', role: 'viewer', teamIds: [id] };
      const { invitationToken: token } = await fixture.call(owner, inviteMember, { params: { orgId }, body });
      const { items } = await fixture.call(owner, listMembers, { params: { orgId } });
      const founder = items[0]?.id ?? '';
      expect((await update(owner, orgId, id, { memberIds: [founder] })).memberCount).toBe(1);
      expect((await update(owner, orgId, id, { memberIds: [] })).memberCount).toBe(0);
      await fixture.redeem({ token, email: body.email });
      expect(await get(owner, orgId, id)).toMatchObject({ memberCount: 1, members: [{ email: body.email }] });
    });
  });

  test('loses a member who leaves the organization', async () => {
    const { orgId, owner } = await fixture.newOrganization();
    const { memberId } = await fixture.newMember(orgId, owner, 'viewer');
    const { id } = await create(owner, orgId, { name: 'Quay', memberIds: [memberId] });
    await fixture.call(owner, removeMember, { params: { orgId, memberId } });
    expect(await get(owner, orgId, id)).toMatchObject({ memberCount: 0, members: [] });
  });

  test('shows its first 1,000 members, and how many there are', async () => {
    const { orgId, owner } = await fixture.newOrganization();
    const { id } = await create(owner, orgId, { name: 'Crew' });
    const { tenantId } = owner.context.scope;
    await fixture.database.inTenant(owner.context.scope, async (tx) => {
      await tx.execute(
        `insert into members (tenant_id, organization_id, id, user_id, role, created_at, joined_at)
         select $1, $2, 'mbr_' || n, 'usr_' || n, 'viewer', now(), now() from generate_series(1, 1001) n`,
        [tenantId, orgId],
      );
      await tx.execute(
        `insert into team_members (tenant_id, team_id, member_id) select $1, $2, 'mbr_' || n from generate_series(1, 1001) n`,
        [tenantId, id],
      );
    });
    const team = await get(owner, orgId, id);
    expect(team.memberCount).toBe(1001);
    expect(team.members.map((member) => member.id)).toEqual(
      Array.from({ length: 1000 }, (_, index) => `mbr_${String(index + 1)}`),
    );
  });

  test('is not found from another organization or tenant', async () => {
    const { orgId, owner } = await fixture.newOrganization();
    const { orgId: second } = await fixture.newOrganization(owner);
    const { orgId: foreign, owner: stranger } = await fixture.newOrganization();
    const { id } = await create(owner, orgId, { name: 'Quay' });
    const gone = errorWith('not_found');
    for (const [by, within] of [
      [owner, second],
      [stranger, foreign],
    ] as const) {
      await expect(get(by, within, id)).rejects.toMatchObject(gone);
      await expect(update(by, within, id, { name: 'Mine' })).rejects.toMatchObject(gone);
      await expect(fixture.call(by, deleteTeam, { params: { orgId: within, teamId: id } })).rejects.toMatchObject(gone);
    }
    expect((await get(owner, orgId, id)).name).toBe('Quay');
  });

  describe('of a member', () => {
    test('is assigned by an invitation or an update, and audited', async () => {
      const { orgId, owner } = await fixture.newOrganization();
      const teams = [];
      for (const name of ['Quay', 'Tugs', 'Pilots']) teams.push((await create(owner, orgId, { name })).id);
      const [one = '', two = '', three = ''] = teams;
      const body = { email: 'crew@example.org', role: 'viewer', teamIds: [two, one, two] };
      const invited = await fixture.call(owner, inviteMember, { params: { orgId }, body });
      expect(invited.teamIds).toEqual([one, two].sort());
      const { id: memberId, invitationToken: token } = invited;
      const change = (change: object) =>
        fixture.call(owner, updateMember, { params: { orgId, memberId }, body: change });
      expect(await change({ teamIds: [three] })).toMatchObject({ teamIds: [three], role: 'viewer', status: 'invited' });
      await fixture.redeem({ token, email: body.email });
      expect(await change({ role: 'analyst' })).toMatchObject({ teamIds: [three], role: 'analyst' });
      expect(await change({ teamIds: [] })).toMatchObject({ teamIds: [], role: 'analyst' });
      const given = await change({ teamIds: [three, one], role: 'viewer' });
      expect(given).toMatchObject({ teamIds: [one, three].sort(), role: 'viewer' });
      expect(await change({})).toEqual(given);
      const { items } = await fixture.call(owner, listMembers, { params: { orgId } });
      expect(items[1]).toEqual(given);
      expect((await fixture.auditEntries(owner, orgId, 'member.update')).map(({ changes }) => changes)).toEqual([
        { before: { teamIds: [one, two].sort() }, after: { teamIds: [three] } },
        { before: { role: 'viewer' }, after: { role: 'analyst' } },
        { before: { teamIds: [three] }, after: { teamIds: [] } },
        { before: { role: 'analyst', teamIds: [] }, after: { role: 'viewer', teamIds: [one, three].sort() } },
      ]);
    });

    test('belongs to the same organization', async () => {
      const { orgId, owner } = await fixture.newOrganization();
      const { orgId: second } = await fixture.newOrganization(owner);
      const foreign = (await create(owner, second, { name: 'Quay' })).id;
      const { memberId } = await fixture.newMember(orgId, owner, 'viewer');
      for (const teamId of ['team_unknown', foreign]) {
        const unknown = errorWith('validation_error', 'teamIds');
        const body = { email: 'new@example.org', role: 'viewer', teamIds: [teamId] };
        await expect(fixture.call(owner, inviteMember, { params: { orgId }, body })).rejects.toMatchObject(unknown);
        const change = { role: 'analyst', teamIds: [teamId] };
        await expect(
          fixture.call(owner, updateMember, { params: { orgId, memberId }, body: change }),
        ).rejects.toMatchObject(unknown);
      }
      const { items } = await fixture.call(owner, listMembers, { params: { orgId } });
      expect(items.map(({ role, teamIds }) => [role, teamIds])).toEqual([
        ['owner', []],
        ['viewer', []],
      ]);
      expect(await fixture.auditEntries(owner, orgId, 'member.update')).toEqual([]);
    });
  });
});
