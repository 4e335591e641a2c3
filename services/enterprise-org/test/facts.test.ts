import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readPolicyFacts } from '@strata/contracts/calls/organizations';
import { createAgent, deleteAgent, updateAgent } from '@strata/contracts/operations/agents';
import { createNamespace, updateNamespace } from '@strata/contracts/operations/namespaces';
import {
  createOrganization,
  inviteMember,
  removeMember,
  updateMember,
  updateOrganization,
} from '@strata/contracts/operations/organizations';
import { createTeam, deleteTeam, updateTeam } from '@strata/contracts/operations/teams';
import type { OrganizationFacts } from '@strata/contracts/schemas/policy-facts';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import { eventually } from '@strata/testkit/eventually';
import {
  errorWith,
  startOrganizationFixture,
  type TestUser,
  type OrganizationFixture,
} from './organization-fixture.ts';

const ADD_POLICY = `
  insert into policies (tenant_id, organization_id, id, name, effect, resource, action, conditions, priority, created_at,
                        updated_at)
  values ($1, $2, $3, 'Closed', 'deny', '*:*', 'read', $4, 1.5, now(), now())`;

describeOnDatabase('The policy facts', (backend) => {
  let fixture: OrganizationFixture;
  beforeAll(async () => {
    fixture = await startOrganizationFixture(backend);
  });
  afterAll(() => fixture.close());

  const organizationsOf = async (as: TestUser): Promise<OrganizationFacts[]> =>
    (await fixture.factsOf(as)).facts?.organizations ?? [];
  const announcedTo = ({ context: { scope } }: TestUser): string[] =>
    fixture.announcedFacts.filter(({ tenantId }) => tenantId === scope.tenantId).map(({ version }) => version);

  test('are empty, in version 0, for a tenant without organizations', async () => {
    const user = fixture.newUser();
    expect(await fixture.factsOf(user)).toEqual({ version: '0', facts: { organizations: [] } });
    const known = await fixture.bus.call(readPolicyFacts, { knownVersion: '0' }, user.context);
    expect(known).toEqual({ version: '0', facts: null });
  });

  test('are left out only if the caller knows their version', async () => {
    const { orgId, owner } = await fixture.newOrganization();
    const { version, facts } = await fixture.factsOf(owner);
    const ask = (knownVersion: string) => fixture.bus.call(readPolicyFacts, { knownVersion }, owner.context);
    expect(await ask(version)).toEqual({ version, facts: null });
    for (const other of ['0', `${version}0`, 'x']) expect(await ask(other)).toEqual({ version, facts });
    await fixture.call(owner, createTeam, { params: { orgId }, body: { name: 'Quay' } });
    const moved = await ask(version);
    expect([moved.version === version, moved.facts]).toEqual([false, facts]);
  });

  test('contain exactly what is stored, in the order of creation', async () => {
    const { orgId, owner } = await fixture.newOrganization();
    const { orgId: second } = await fixture.newOrganization(owner);
    const params = { orgId };
    const analyst = await fixture.newMember(orgId, owner, 'analyst');
    await fixture.call(owner, inviteMember, { params, body: { email: 'soon@example.org', role: 'admin' } });
    const team = async (name: string, memberIds: string[]) =>
      (await fixture.call(owner, createTeam, { params, body: { name, memberIds } })).id;
    const [one, two] = [await team('Quay', [analyst.memberId]), await team('Tugs', [analyst.memberId])];
    const agent = await fixture.call(owner, createAgent, { params, body: { name: 'Planner', teamId: two } });
    const loner = await fixture.call(owner, createAgent, { params, body: { name: 'Free' } });
    const open = await fixture.call(owner, createNamespace, { params, body: { name: 'b' } });
    const closed = { name: 'a', sensitivity: 'restricted', teamIds: [one, two] };
    const { id: closedId } = await fixture.call(owner, createNamespace, { params, body: closed });
    const { scope } = owner.context;
    const conditions = { 'principal.role': { in: ['viewer'] } };
    await fixture.database.inTenant(scope, (tx) =>
      tx.execute(ADD_POLICY, [scope.tenantId, second, 'pol_1', JSON.stringify(conditions)]),
    );
    const founder = { userId: owner.userId, role: 'owner', teamIds: [] };
    expect(await organizationsOf(owner)).toEqual([
      {
        id: orgId,
        isOfTenant: true,
        namespaces: [
          { id: open.id, sensitivity: 'internal', teamIds: [] },
          { id: closedId, sensitivity: 'restricted', teamIds: [one, two].sort() },
        ],
        agents: [
          { id: agent.id, teamId: two, createdBy: owner.userId },
          { id: loner.id, teamId: null, createdBy: owner.userId },
        ],
        members: [founder, { userId: analyst.userId, role: 'analyst', teamIds: [one, two].sort() }],
        policies: [],
      },
      {
        id: second,
        isOfTenant: true,
        namespaces: [],
        agents: [],
        members: [founder],
        policies: [
          {
            id: 'pol_1',
            name: 'Closed',
            effect: 'deny',
            resource: '*:*',
            action: 'read',
            conditions,
            priority: 1.5,
          },
        ],
      },
    ]);
  });

  test('are those of one tenant only', async () => {
    const { owner } = await fixture.newOrganization();
    const { orgId: theirs, owner: stranger } = await fixture.newOrganization();
    const { version } = await fixture.factsOf(owner);
    await fixture.call(stranger, createTeam, { params: { orgId: theirs }, body: { name: 'Quay' } });
    expect((await fixture.factsOf(owner)).version).toBe(version);
    expect((await organizationsOf(stranger)).map(({ id }) => id)).toEqual([theirs]);
  });

  describe('after a change', () => {
    test('contain the change, and are announced with their new version, for each kind of change', async () => {
      const { orgId, owner } = await fixture.newOrganization();
      const params = { orgId };
      const own = async (): Promise<OrganizationFacts | undefined> => (await organizationsOf(owner))[0];
      const changed = async <T>(work: Promise<T>): Promise<T> => {
        const before = announcedTo(owner);
        const result = await work;
        const { version } = await fixture.factsOf(owner);
        await eventually(() => announcedTo(owner).length > before.length);
        expect(announcedTo(owner)).toEqual([...before, version]);
        return result;
      };
      const invitee = fixture.newUser(owner.context.scope.tenantId);
      const team = await changed(fixture.call(owner, createTeam, { params, body: { name: 'Quay' } }));
      const teamId = team.id;
      const body = { email: invitee.email, role: 'developer', teamIds: [teamId] };
      const invited = await changed(fixture.call(owner, inviteMember, { params, body }));
      expect((await own())?.members).toHaveLength(1);
      const { userId, email } = invitee;
      await changed(fixture.redeem({ token: invited.invitationToken, email, userId }));
      expect((await own())?.members[1]).toEqual({ userId, role: 'developer', teamIds: [teamId] });
      const member = { params: { orgId, memberId: invited.id } };
      await changed(fixture.call(owner, updateMember, { ...member, body: { role: 'viewer', teamIds: [] } }));
      expect((await own())?.members[1]).toEqual({ userId, role: 'viewer', teamIds: [] });
      await changed(fixture.call(owner, updateTeam, { params: { orgId, teamId }, body: { memberIds: [invited.id] } }));
      expect((await own())?.members[1]?.teamIds).toEqual([teamId]);

      const agent = await changed(fixture.call(owner, createAgent, { params, body: { name: 'Planner' } }));
      const ofAgent = { params: { orgId, agentId: agent.id } };
      await changed(fixture.call(owner, updateAgent, { ...ofAgent, body: { teamId } }));
      expect((await own())?.agents).toEqual([{ id: agent.id, teamId, createdBy: owner.userId }]);
      const namespace = await changed(
        fixture.call(owner, createNamespace, { params, body: { name: 'customs', teamIds: [teamId] } }),
      );
      const ofNamespace = { params: { orgId, namespaceId: namespace.id } };
      await changed(fixture.call(owner, updateNamespace, { ...ofNamespace, body: { sensitivity: 'restricted' } }));
      expect((await own())?.namespaces).toEqual([{ id: namespace.id, sensitivity: 'restricted', teamIds: [teamId] }]);

      await changed(fixture.call(owner, deleteTeam, { params: { orgId, teamId } }));
      expect(await own()).toMatchObject({
        namespaces: [{ teamIds: [] }],
        agents: [{ teamId: null }],
        members: [{ teamIds: [] }, { teamIds: [] }],
      });
      await changed(fixture.call(owner, deleteAgent, ofAgent));
      await changed(fixture.call(owner, removeMember, member));
      expect(await own()).toMatchObject({ agents: [], members: [{ userId: owner.userId }] });
      await changed(fixture.call(owner, updateOrganization, { params, body: { name: 'Lighthouse' } }));
      const another = { name: 'Second', slug: `second-${orgId.slice(4, 20)}` };
      await changed(fixture.call(owner, createOrganization, { body: another }));
      expect(await organizationsOf(owner)).toHaveLength(2);
    });

    test('stay the same, without an announcement, if it failed or changed nothing', async () => {
      const { orgId, owner } = await fixture.newOrganization();
      const params = { orgId };
      const { id } = await fixture.call(owner, createTeam, { params, body: { name: 'Quay' } });
      const before = await fixture.factsOf(owner);
      const announced = announcedTo(owner);
      const taken = fixture.call(owner, createTeam, { params, body: { name: 'quay' } });
      await expect(taken).rejects.toMatchObject(errorWith('conflict'));
      const unknown = fixture.call(owner, createNamespace, { params, body: { name: 'x', teamIds: ['team_x'] } });
      await expect(unknown).rejects.toMatchObject(errorWith('validation_error', 'teamIds'));
      const lastOwner = before.facts?.organizations[0]?.members[0]?.userId;
      expect(lastOwner).toBe(owner.userId);
      await fixture.call(owner, updateTeam, { params: { orgId, teamId: id }, body: { name: 'Quay' } });
      await fixture.call(owner, updateOrganization, { params, body: {} });
      expect(await fixture.factsOf(owner)).toEqual(before);
      expect(announcedTo(owner)).toEqual(announced);
    });

    test('are the same for the same version, under concurrent changes', async () => {
      const { orgId, owner } = await fixture.newOrganization();
      const { orgId: second } = await fixture.newOrganization(owner);
      const seen = new Map<string, string>();
      const writers = [orgId, second].flatMap((within) =>
        ['a', 'b', 'c', 'd', 'e', 'f'].map((name) =>
          fixture.call(owner, createAgent, { params: { orgId: within }, body: { name } }),
        ),
      );
      const writing = new Set(writers);
      for (const writer of writers) void writer.finally(() => writing.delete(writer));
      while (writing.size > 0) {
        const { version, facts } = await fixture.factsOf(owner);
        const text = JSON.stringify(facts);
        expect(seen.get(version) ?? text).toBe(text);
        seen.set(version, text);
      }
      await Promise.all(writers);
      const { version, facts } = await fixture.factsOf(owner);
      expect(facts?.organizations.map(({ agents }) => agents.length)).toEqual([6, 6]);
      await eventually(() => announcedTo(owner).includes(version));
      expect(new Set(announcedTo(owner)).size).toBe(Number(version));
    });
  });
});
