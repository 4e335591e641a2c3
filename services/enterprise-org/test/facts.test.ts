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
import { refused, startRig, type Person, type Rig } from './rig.ts';

const ADD_POLICY = `
  insert into policies (tenant_id, organization_id, id, name, effect, resource, action, conditions, priority, created_at,
                        updated_at)
  values ($1, $2, $3, 'Nobody', 'deny', '*:*', 'read', $4, 1.5, now(), now())`;

describeOnDatabase('The facts that decisions need', (backend) => {
  let rig: Rig;
  beforeAll(async () => {
    rig = await startRig(backend);
  });
  afterAll(() => rig.close());

  const organizationsOf = async (as: Person): Promise<OrganizationFacts[]> =>
    (await rig.factsOf(as)).facts?.organizations ?? [];
  const announcedTo = ({ context: { scope } }: Person): string[] =>
    rig.facts.filter(({ tenantId }) => tenantId === scope.tenantId).map(({ version }) => version);

  test('of a tenant that never had an organization are none, in version 0', async () => {
    const somebody = rig.person();
    expect(await rig.factsOf(somebody)).toEqual({ version: '0', facts: { organizations: [] } });
    const known = await rig.bus.call(readPolicyFacts, { knownVersion: '0' }, somebody.context);
    expect(known).toEqual({ version: '0', facts: null });
  });

  test('are left out for whoever knows their version, and for nobody else', async () => {
    const { orgId, owner } = await rig.found();
    const { version, facts } = await rig.factsOf(owner);
    const ask = (knownVersion: string) => rig.bus.call(readPolicyFacts, { knownVersion }, owner.context);
    expect(await ask(version)).toEqual({ version, facts: null });
    for (const other of ['0', `${version}0`, 'x']) expect(await ask(other)).toEqual({ version, facts });
    await rig.ask(owner, createTeam, { params: { orgId }, body: { name: 'Quay' } });
    const moved = await ask(version);
    expect([moved.version === version, moved.facts]).toEqual([false, facts]);
  });

  test('say exactly what is stored, in the order in which it came', async () => {
    const { orgId, owner } = await rig.found();
    const { orgId: second } = await rig.found(owner);
    const params = { orgId };
    const analyst = await rig.join(orgId, owner, 'analyst');
    await rig.ask(owner, inviteMember, { params, body: { email: 'soon@example.org', role: 'admin' } });
    const team = async (name: string, memberIds: string[]) =>
      (await rig.ask(owner, createTeam, { params, body: { name, memberIds } })).id;
    const [one, two] = [await team('Quay', [analyst.memberId]), await team('Tugs', [analyst.memberId])];
    const agent = await rig.ask(owner, createAgent, { params, body: { name: 'Planner', teamId: two } });
    const loner = await rig.ask(owner, createAgent, { params, body: { name: 'Alone' } });
    const open = await rig.ask(owner, createNamespace, { params, body: { name: 'b' } });
    const closed = { name: 'a', sensitivity: 'restricted', teamIds: [one, two] };
    const { id: closedId } = await rig.ask(owner, createNamespace, { params, body: closed });
    const { scope } = owner.context;
    const conditions = { 'principal.role': { in: ['viewer'] } };
    await rig.database.inTenant(scope, (tx) =>
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
            name: 'Nobody',
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

  test('are of one tenant alone', async () => {
    const { owner } = await rig.found();
    const { orgId: theirs, owner: stranger } = await rig.found();
    const { version } = await rig.factsOf(owner);
    await rig.ask(stranger, createTeam, { params: { orgId: theirs }, body: { name: 'Quay' } });
    expect((await rig.factsOf(owner)).version).toBe(version);
    expect((await organizationsOf(stranger)).map(({ id }) => id)).toEqual([theirs]);
  });

  describe('after each kind of change', () => {
    test('are announced with their new version, and are what was changed', async () => {
      const { orgId, owner } = await rig.found();
      const params = { orgId };
      const own = async (): Promise<OrganizationFacts | undefined> => (await organizationsOf(owner))[0];
      const changed = async <T>(work: Promise<T>): Promise<T> => {
        const before = announcedTo(owner);
        const result = await work;
        const { version } = await rig.factsOf(owner);
        await eventually(() => announcedTo(owner).length > before.length);
        expect(announcedTo(owner)).toEqual([...before, version]);
        return result;
      };
      const invitee = rig.person(owner.context.scope.tenantId);
      const team = await changed(rig.ask(owner, createTeam, { params, body: { name: 'Quay' } }));
      const teamId = team.id;
      const body = { email: invitee.email, role: 'developer', teamIds: [teamId] };
      const invited = await changed(rig.ask(owner, inviteMember, { params, body }));
      expect((await own())?.members).toHaveLength(1);
      const { userId, email } = invitee;
      await changed(rig.redeem({ token: invited.invitationToken, email, userId }));
      expect((await own())?.members[1]).toEqual({ userId, role: 'developer', teamIds: [teamId] });
      const member = { params: { orgId, memberId: invited.id } };
      await changed(rig.ask(owner, updateMember, { ...member, body: { role: 'viewer', teamIds: [] } }));
      expect((await own())?.members[1]).toEqual({ userId, role: 'viewer', teamIds: [] });
      await changed(rig.ask(owner, updateTeam, { params: { orgId, teamId }, body: { memberIds: [invited.id] } }));
      expect((await own())?.members[1]?.teamIds).toEqual([teamId]);

      const agent = await changed(rig.ask(owner, createAgent, { params, body: { name: 'Planner' } }));
      const ofAgent = { params: { orgId, agentId: agent.id } };
      await changed(rig.ask(owner, updateAgent, { ...ofAgent, body: { teamId } }));
      expect((await own())?.agents).toEqual([{ id: agent.id, teamId, createdBy: owner.userId }]);
      const namespace = await changed(
        rig.ask(owner, createNamespace, { params, body: { name: 'customs', teamIds: [teamId] } }),
      );
      const ofNamespace = { params: { orgId, namespaceId: namespace.id } };
      await changed(rig.ask(owner, updateNamespace, { ...ofNamespace, body: { sensitivity: 'restricted' } }));
      expect((await own())?.namespaces).toEqual([{ id: namespace.id, sensitivity: 'restricted', teamIds: [teamId] }]);

      await changed(rig.ask(owner, deleteTeam, { params: { orgId, teamId } }));
      expect(await own()).toMatchObject({
        namespaces: [{ teamIds: [] }],
        agents: [{ teamId: null }],
        members: [{ teamIds: [] }, { teamIds: [] }],
      });
      await changed(rig.ask(owner, deleteAgent, ofAgent));
      await changed(rig.ask(owner, removeMember, member));
      expect(await own()).toMatchObject({ agents: [], members: [{ userId: owner.userId }] });
      await changed(rig.ask(owner, updateOrganization, { params, body: { name: 'Lighthouse' } }));
      const another = { name: 'Second', slug: `second-${orgId.slice(4, 20)}` };
      await changed(rig.ask(owner, createOrganization, { body: another }));
      expect(await organizationsOf(owner)).toHaveLength(2);
    });

    test('that failed or changed nothing are as they were, and nothing is announced', async () => {
      const { orgId, owner } = await rig.found();
      const params = { orgId };
      const { id } = await rig.ask(owner, createTeam, { params, body: { name: 'Quay' } });
      const before = await rig.factsOf(owner);
      const announced = announcedTo(owner);
      const taken = rig.ask(owner, createTeam, { params, body: { name: 'quay' } });
      await expect(taken).rejects.toMatchObject(refused('conflict'));
      const unknown = rig.ask(owner, createNamespace, { params, body: { name: 'x', teamIds: ['team_x'] } });
      await expect(unknown).rejects.toMatchObject(refused('validation_error', 'teamIds'));
      const lastOwner = before.facts?.organizations[0]?.members[0]?.userId;
      expect(lastOwner).toBe(owner.userId);
      await rig.ask(owner, updateTeam, { params: { orgId, teamId: id }, body: { name: 'Quay' } });
      await rig.ask(owner, updateOrganization, { params, body: {} });
      expect(await rig.factsOf(owner)).toEqual(before);
      expect(announcedTo(owner)).toEqual(announced);
    });

    test('by many at once are of one moment: the facts of a version never differ', async () => {
      const { orgId, owner } = await rig.found();
      const { orgId: second } = await rig.found(owner);
      const seen = new Map<string, string>();
      const writers = [orgId, second].flatMap((within) =>
        ['a', 'b', 'c', 'd', 'e', 'f'].map((name) =>
          rig.ask(owner, createAgent, { params: { orgId: within }, body: { name } }),
        ),
      );
      const writing = new Set(writers);
      for (const writer of writers) void writer.finally(() => writing.delete(writer));
      while (writing.size > 0) {
        const { version, facts } = await rig.factsOf(owner);
        const text = JSON.stringify(facts);
        expect(seen.get(version) ?? text).toBe(text);
        seen.set(version, text);
      }
      await Promise.all(writers);
      const { version, facts } = await rig.factsOf(owner);
      expect(facts?.organizations.map(({ agents }) => agents.length)).toEqual([6, 6]);
      await eventually(() => announcedTo(owner).includes(version));
      expect(new Set(announcedTo(owner)).size).toBe(Number(version));
    });
  });
});
