import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createAgent, deleteAgent, listAgents, updateAgent } from '@strata/contracts/operations/agents';
import { createTeam, deleteTeam, updateTeam } from '@strata/contracts/operations/teams';
import type { Agent } from '@strata/contracts/schemas/agent';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import {
  errorWith,
  startOrganizationFixture,
  type TestUser,
  type OrganizationFixture,
} from './organization-fixture.ts';

const FILL_AGENTS = `
  insert into agents (tenant_id, organization_id, id, name, name_key, metadata, created_at, updated_at)
  select $1, $2, 'agt_' || n, 'agent ' || n, 'agent ' || n, '{}', now(), now() from generate_series(1, $3::integer) n`;

describeOnDatabase('An agent identity', (backend) => {
  let fixture: OrganizationFixture;
  beforeAll(async () => {
    fixture = await startOrganizationFixture(backend);
  });
  afterAll(() => fixture.close());

  const create = (by: TestUser, orgId: string, body: object): Promise<Agent> =>
    fixture.call(by, createAgent, { params: { orgId }, body });
  const update = (by: TestUser, orgId: string, agentId: string, body: object): Promise<Agent> =>
    fixture.call(by, updateAgent, { params: { orgId, agentId }, body });
  const list = async (by: TestUser, orgId: string): Promise<Agent[]> =>
    (await fixture.call(by, listAgents, { params: { orgId } })).items;
  const team = async (by: TestUser, orgId: string, name = 'Quay'): Promise<string> =>
    (await fixture.call(by, createTeam, { params: { orgId }, body: { name } })).id;

  test('is stored, returned and audited as it was sent', async () => {
    const { orgId, owner } = await fixture.newOrganization();
    const teamId = await team(owner, orgId);
    const given = {
      name: 'Planner',
      description: 'Plans berths',
      framework: 'langgraph',
      teamId,
      metadata: { zeta: 1, alpha: { deep: ['ä', null, 1.5] } },
    };
    const agent = await create(owner, orgId, given);
    expect(agent).toEqual({
      id: expect.stringMatching(/^agt_[0-9a-f]{32}$/),
      organizationId: orgId,
      ...given,
      createdAt: expect.any(String),
      updatedAt: agent.createdAt,
    });
    expect(Object.keys(agent.metadata)).toEqual(['zeta', 'alpha']);
    const plain = await create(owner, orgId, { name: 'Plain' });
    expect(plain).toMatchObject({ description: null, framework: null, teamId: null, metadata: {} });
    expect(await list(owner, orgId)).toEqual([agent, plain]);
    expect(await fixture.auditEntries(owner, orgId, 'agent.create')).toMatchObject([
      { resource_id: agent.id, resource_type: 'agent', changes: { before: null, after: given } },
      { resource_id: plain.id },
    ]);
  });

  test('is added to a team only by a member of the team, or by a role that may change teams', async () => {
    const { orgId, owner } = await fixture.newOrganization();
    const developer = await fixture.newMember(orgId, owner, 'developer');
    const manager = await fixture.newMember(orgId, owner, 'manager');
    const teamId = await team(owner, orgId);
    const own = await team(owner, orgId, 'Pier');
    await fixture.call(owner, updateTeam, {
      params: { orgId, teamId: own },
      body: { memberIds: [developer.memberId] },
    });
    const agent = await create(developer, orgId, { name: 'Free' });
    await expect(create(developer, orgId, { name: 'Placed', teamId })).rejects.toMatchObject(errorWith('forbidden'));
    await expect(update(developer, orgId, agent.id, { teamId })).rejects.toMatchObject(errorWith('forbidden'));
    expect(await update(developer, orgId, agent.id, { teamId: own })).toMatchObject({ teamId: own });
    expect(await update(manager, orgId, agent.id, { teamId })).toMatchObject({ teamId });
    expect(await update(developer, orgId, agent.id, { teamId, name: 'Same' })).toMatchObject({ teamId, name: 'Same' });
  });

  test('is removed from a team only by a member of the team, or by a role that may change teams', async () => {
    const { orgId, owner } = await fixture.newOrganization();
    const developer = await fixture.newMember(orgId, owner, 'developer');
    const [teamId, own] = [await team(owner, orgId), await team(owner, orgId, 'Pier')];
    await fixture.call(owner, updateTeam, {
      params: { orgId, teamId: own },
      body: { memberIds: [developer.memberId] },
    });
    const agent = await create(owner, orgId, { name: 'Theirs', teamId });
    for (const elsewhere of [null, own])
      await expect(update(developer, orgId, agent.id, { teamId: elsewhere })).rejects.toMatchObject(
        errorWith('forbidden'),
      );
    expect(await list(owner, orgId)).toEqual([agent]);
    expect(await update(owner, orgId, agent.id, { teamId: own })).toMatchObject({ teamId: own });
    expect(await update(developer, orgId, agent.id, { teamId: null })).toMatchObject({ teamId: null });
  });

  test('without a team is moved only by the user who created it, or by a role that manages agents', async () => {
    const { orgId, owner } = await fixture.newOrganization();
    const [maker, other] = [
      await fixture.newMember(orgId, owner, 'developer'),
      await fixture.newMember(orgId, owner, 'developer'),
    ];
    const manager = await fixture.newMember(orgId, owner, 'manager');
    const teamId = await team(owner, orgId);
    const memberIds = [maker.memberId, other.memberId];
    await fixture.call(owner, updateTeam, { params: { orgId, teamId }, body: { memberIds } });
    const [first, second] = [await create(maker, orgId, { name: 'A' }), await create(maker, orgId, { name: 'B' })];
    await expect(update(other, orgId, first.id, { teamId })).rejects.toMatchObject(errorWith('forbidden'));
    expect(await list(owner, orgId)).toEqual([first, second]);
    expect(await update(other, orgId, first.id, { teamId: null, name: 'C' })).toMatchObject({ name: 'C' });
    expect(await update(maker, orgId, first.id, { teamId })).toMatchObject({ teamId });
    expect(await update(manager, orgId, second.id, { teamId })).toMatchObject({ teamId });
  });

  test('is listed in the order of creation, page by page, also while others are created', async () => {
    const { orgId, owner } = await fixture.newOrganization();
    const made: Agent[] = [];
    for (const name of ['C', 'B', 'A']) made.push(await create(owner, orgId, { name }));
    const params = { orgId };
    const first = await fixture.call(owner, listAgents, { params, query: { limit: 2 } });
    expect(first.pagination).toEqual({ hasMore: true, cursor: expect.any(String), total: 3 });
    const later = await create(owner, orgId, { name: 'D' });
    const { cursor } = first.pagination;
    const second = await fixture.call(owner, listAgents, { params, query: { limit: 2, cursor } });
    expect([...first.items, ...second.items]).toEqual([...made, later]);
    expect(second.pagination).toEqual({ hasMore: false, cursor: null, total: 4 });
  });

  test('keeps a field that is not sent, clears one that is null, and audits what differs', async () => {
    const { orgId, owner } = await fixture.newOrganization();
    const teamId = await team(owner, orgId);
    const before = await create(owner, orgId, { name: 'Planner', framework: 'langgraph', teamId, metadata: { a: 1 } });
    fixture.advanceClock(1000);
    const after = await update(owner, orgId, before.id, { framework: null, metadata: { b: 2 } });
    expect(after).toEqual({
      ...before,
      framework: null,
      metadata: { b: 2 },
      updatedAt: expect.not.stringMatching(before.updatedAt),
    });
    expect(await list(owner, orgId)).toEqual([after]);
    fixture.advanceClock(1000);
    for (const nothing of [{}, { name: 'Planner', teamId, metadata: { b: 2 } }])
      expect(await update(owner, orgId, before.id, nothing)).toEqual(after);
    const freed = await update(owner, orgId, before.id, { teamId: null, description: 'Free' });
    expect(freed).toMatchObject({ teamId: null, description: 'Free', name: 'Planner' });
    expect((await fixture.auditEntries(owner, orgId, 'agent.update')).map(({ changes }) => changes)).toEqual([
      { before: { framework: 'langgraph', metadata: { a: 1 } }, after: { framework: null, metadata: { b: 2 } } },
      { before: { teamId, description: null }, after: { teamId: null, description: 'Free' } },
    ]);
  });

  test('has a name that is unique in its organization, ignoring case', async () => {
    const { orgId, owner } = await fixture.newOrganization();
    const { orgId: second } = await fixture.newOrganization(owner);
    await create(owner, orgId, { name: 'Ärger' });
    const other = await create(owner, orgId, { name: 'Other' });
    await expect(create(owner, orgId, { name: 'ÄRGER' })).rejects.toMatchObject(errorWith('conflict'));
    await expect(update(owner, orgId, other.id, { name: 'ärger' })).rejects.toMatchObject(errorWith('conflict'));
    expect((await create(owner, second, { name: 'Ärger' })).organizationId).toBe(second);
    const creations = [1, 2, 3].map(() => create(owner, orgId, { name: 'At once' }));
    const outcomes = await Promise.allSettled(creations);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(await fixture.auditEntries(owner, orgId, 'agent.create')).toHaveLength(3);
  });

  test('is rejected when the organization has 10,000', async () => {
    const { orgId, owner } = await fixture.newOrganization();
    const { scope } = owner.context;
    await fixture.database.inTenant(scope, (tx) => tx.execute(FILL_AGENTS, [scope.tenantId, orgId, 9_999]));
    const outcomes = await Promise.allSettled(['One', 'Two'].map((name) => create(owner, orgId, { name })));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(create(owner, orgId, { name: 'Three' })).rejects.toMatchObject({
      code: 'conflict',
      message: 'The organization has 10000 agent identities, which is the maximum',
    });
  });

  test('belongs to a team of its own organization, or to none', async () => {
    const { orgId, owner } = await fixture.newOrganization();
    const { orgId: second } = await fixture.newOrganization(owner);
    const agent = await create(owner, orgId, { name: 'Planner' });
    for (const teamId of ['team_unknown', await team(owner, second)]) {
      const unknown = errorWith('validation_error', 'teamId');
      await expect(create(owner, orgId, { name: 'Lost', teamId })).rejects.toMatchObject(unknown);
      await expect(update(owner, orgId, agent.id, { name: 'Lost', teamId })).rejects.toMatchObject(unknown);
    }
    expect(await list(owner, orgId)).toEqual([agent]);
    const teamId = await team(owner, orgId);
    expect((await update(owner, orgId, agent.id, { teamId })).teamId).toBe(teamId);
    await fixture.call(owner, deleteTeam, { params: { orgId, teamId } });
    expect(await list(owner, orgId)).toMatchObject([{ id: agent.id, teamId: null }]);
  });

  test.each([
    ['at most 16 KiB', { text: 'x'.repeat(16 * 1024) }],
    ['counted in bytes', { text: 'ä'.repeat(8 * 1024) }],
    ['without NUL', { text: 'a\0b' }],
    ['an object', ['a']],
  ])('has metadata that is %s', (_rule, metadata) => {
    for (const body of [createAgent.body, updateAgent.body])
      expect(body.safeParse({ name: 'x', metadata }).error?.issues[0]?.path[0]).toBe('metadata');
  });

  test('is gone after it is deleted, and its name is free', async () => {
    const { orgId, owner } = await fixture.newOrganization();
    const agent = await create(owner, orgId, { name: 'Planner', metadata: { a: 1 } });
    const params = { orgId, agentId: agent.id };
    expect(await fixture.call(owner, deleteAgent, { params })).toEqual({ id: agent.id, deleted: true });
    await expect(fixture.call(owner, deleteAgent, { params })).rejects.toMatchObject(errorWith('not_found'));
    await expect(update(owner, orgId, agent.id, {})).rejects.toMatchObject(errorWith('not_found'));
    expect(await list(owner, orgId)).toEqual([]);
    expect(await fixture.auditEntries(owner, orgId, 'agent.delete')).toMatchObject([
      { resource_id: agent.id, changes: { before: { name: 'Planner', metadata: { a: 1 } }, after: null } },
    ]);
    expect((await create(owner, orgId, { name: 'planner' })).id).not.toBe(agent.id);
  });

  test('is not found from another organization or tenant', async () => {
    const { orgId, owner } = await fixture.newOrganization();
    const { orgId: second } = await fixture.newOrganization(owner);
    const { orgId: foreign, owner: stranger } = await fixture.newOrganization();
    const { id } = await create(owner, orgId, { name: 'Planner' });
    for (const [by, within] of [
      [owner, second],
      [stranger, foreign],
    ] as const) {
      const params = { orgId: within, agentId: id };
      await expect(update(by, within, id, { name: 'Mine' })).rejects.toMatchObject(errorWith('not_found'));
      await expect(fixture.call(by, deleteAgent, { params })).rejects.toMatchObject(errorWith('not_found'));
      expect(await list(by, within)).toEqual([]);
    }
    expect(await list(owner, orgId)).toMatchObject([{ id, name: 'Planner' }]);
  });
});
