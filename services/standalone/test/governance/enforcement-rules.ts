import { expect, test } from '@jest/globals';
import { listArtifacts } from '@strata/contracts/operations/artifacts';
import { captureBatch } from '@strata/contracts/operations/capture';
import { listEvents } from '@strata/contracts/operations/events';
import { listMemories } from '@strata/contracts/operations/memories';
import { synthesize } from '@strata/contracts/operations/synthesize';
import { eventually } from '@strata/testkit/eventually';
import type { ApiClient } from '../fixtures/api-client.ts';
import { codingSessions } from '../fixtures/coding-sessions.ts';
import type { RunningSystem } from '../fixtures/new-tenant.ts';
import { OrganizationFixture, dataOf, messageEvent, synthesizedText } from '../fixtures/organization-fixture.ts';

const FERRY = 'The ferry to the island leaves at dawn.';
const CRANE = 'The crane of the ferry pier is repaired on Monday.';
const QUERY = 'When does the ferry leave, and what about the crane of the pier?';

/** What a caller is given in every way there is. */
async function everything(caller: ApiClient): Promise<string> {
  const [memories, artifacts, events] = [
    await caller.call(listMemories, { query: { limit: 100 } }),
    await caller.call(listArtifacts, { query: { limit: 100 } }),
    await caller.call(listEvents, { query: { limit: 100 } }),
  ];
  expect(memories.pagination.total).toBe(memories.items.length);
  expect(events.pagination.total).toBe(events.items.length);
  const explained = await caller.call(synthesize, { body: { query: QUERY, explain: true } });
  const newest = await caller.call(synthesize, { body: { maxTokens: 100_000, explain: true } });
  return JSON.stringify({ memories, artifacts, events, explained, newest });
}

/** Policies, as whoever captures and asks meets them. */
export function enforcementRules(system: () => RunningSystem): void {
  const found = () => OrganizationFixture.create(system().base);

  test('what a policy denies is not captured, and not shown in any way', async () => {
    const company = await found();
    const { api } = company.tenant;
    await company.learn(
      { content: FERRY, metadata: { agentId: 'ferry' } },
      { content: CRANE, metadata: { agentId: 'crane' } },
    );
    expect(await everything(api)).toContain('dawn');
    await company.policy({ effect: 'deny', resource: 'agent:ferry' });
    await eventually(async () => !(await synthesizedText(api, QUERY)).includes('dawn'));
    const seen = await everything(api);
    expect(seen).toContain('Monday');
    expect(seen).not.toContain('dawn');
    expect(await api.post('/v1/capture', messageEvent(FERRY, { agentId: 'ferry' }))).toMatchObject({
      status: 403,
      body: { error: { code: 'forbidden' } },
    });
    expect(await api.post('/v1/capture', messageEvent(CRANE, { agentId: 'crane' }))).toMatchObject({ status: 202 });
  });

  test('the highest priority decides, at equal priority deny does', async () => {
    const company = await found();
    const { api } = company.tenant;
    await company.learn({ content: FERRY });
    await company.policy({ effect: 'deny', resource: 'memory:*', action: 'read', priority: 5 });
    await eventually(async () => (await synthesizedText(api, QUERY)) === '');
    await company.policy({ effect: 'allow', resource: '*:*', priority: 5 });
    expect(await synthesizedText(api, QUERY)).toBe('');
    const above = await company.policy({ effect: 'allow', resource: '*:*', priority: 6 });
    await eventually(async () => (await synthesizedText(api, QUERY)).includes('dawn'));
    expect(await company.tenant.user.delete(company.path(`policies/${above}`))).toMatchObject({
      status: 200,
      body: { data: { id: above, deleted: true } },
    });
    await eventually(async () => (await synthesizedText(api, QUERY)) === '');
  });

  test('conditions on who asks, on tags and on the environment', async () => {
    const company = await found();
    const { api, user } = company.tenant;
    const analyst = await company.newMember('analyst');
    await company.learn(
      { content: FERRY, metadata: { tags: ['pii'] } },
      { content: CRANE, metadata: { tags: ['works'] } },
    );
    await company.policy({
      effect: 'deny',
      resource: 'memory:*',
      action: 'read',
      conditions: {
        'resource.tags': { in: ['pii'] },
        'principal.role': { notIn: ['owner', 'admin'] },
        environment: 'live',
      },
    });
    await eventually(async () => !(await synthesizedText(api, QUERY)).includes('dawn'));
    for (const caller of [api, analyst.user]) {
      const seen = await everything(caller);
      expect(seen).toContain('Monday');
      expect(seen).not.toContain('dawn');
    }
    expect(await everything(user)).toContain('dawn');
  });

  test('an unknown attribute or operator is a 400 that names it', async () => {
    const company = await found();
    const policy = { name: 'P', effect: 'deny', resource: '*:*', action: 'read', priority: 1 };
    for (const [conditions, field] of [
      [{ 'agent.name': 'x' }, 'conditions.agent.name'],
      [{ 'resource.tags': { like: 'x' } }, 'conditions.resource.tags'],
    ] as const) {
      const reply = await company.tenant.user.post(company.path('policies'), { ...policy, conditions });
      expect(reply).toMatchObject({ status: 400, body: { error: { code: 'validation_error' } } });
      expect(JSON.stringify(reply.body)).toContain(field);
    }
  });

  test('by default confidential and restricted namespaces are open to their teams, owners and admins alone', async () => {
    const company = await found();
    const { api, user } = company.tenant;
    const teamId = await company.createIn('teams', { name: 'Night watch' });
    const outsider = await company.newMember('developer');
    const inside = await company.newMember('developer');
    const member = company.path(`members/${inside.memberId}`);
    expect(await user.patch(member, { teamIds: [teamId] })).toMatchObject({
      status: 200,
      body: { data: { teamIds: [teamId] } },
    });
    for (const sensitivity of ['public', 'internal', 'confidential', 'restricted']) {
      const namespaceId = await company.namespace(sensitivity, sensitivity, [teamId]);
      const word = `lantern-${sensitivity}`;
      await company.learn({ content: `The ${word} hangs above the ferry pier.`, metadata: { namespaceId } });
      const isOpen = sensitivity === 'public' || sensitivity === 'internal';
      const ask = async (caller: ApiClient): Promise<boolean> =>
        (await synthesizedText(caller, `Where hangs the ${word}?`)).includes(word);
      await eventually(() => ask(user));
      expect([sensitivity, await ask(inside.user), await ask(outsider.user), await ask(api)]).toEqual([
        ...[sensitivity, true, isOpen, isOpen],
      ]);
      const event = messageEvent(`More of the ${word}.`, { namespaceId });
      expect((await inside.user.post('/v1/capture', event)).status).toBe(202);
      expect((await outsider.user.post('/v1/capture', event)).status).toBe(isOpen ? 202 : 403);
    }
    await user.patch(member, { teamIds: [] });
    await eventually(
      async () => !(await synthesizedText(inside.user, 'Where hangs the lantern?')).includes('lantern-restricted'),
    );
  });

  test('an agent identity acts under its own name, in its team', async () => {
    const company = await found();
    const teamId = await company.createIn('teams', { name: 'Pilots' });
    const agentId = await company.createIn('agents', { name: 'Pilot', framework: 'own', teamId });
    const namespaceId = await company.namespace('Charts', 'confidential', [teamId]);
    const pilot = await company.keyOf(agentId);
    const event = messageEvent('The sandbank moved two cables to the north.', {
      namespaceId,
      agentId: 'somebody else',
    });
    const captured = await pilot.post('/v1/capture', event);
    expect(captured.status).toBe(202);
    await company.tenant.user.learn();
    expect(await synthesizedText(pilot, 'Where is the sandbank?')).toContain('two cables');
    expect(await synthesizedText(company.tenant.api, 'Where is the sandbank?')).toBe('');
    const { items } = await company.tenant.user.call(listMemories);
    expect(items).toMatchObject([{ agentId, namespaceId }]);
    await company.policy({ effect: 'deny', resource: '*:*', action: 'read', conditions: { 'agent.id': agentId } });
    await eventually(async () => (await synthesizedText(pilot, 'Where is the sandbank?')) === '');
    expect(await company.tenant.user.delete(company.path(`agents/${agentId}`))).toMatchObject({ status: 200 });
    await eventually(async () => (await pilot.post('/v1/capture', event)).status === 403);
  });

  test('of a batch every event is judged by itself', async () => {
    const company = await found();
    const stranger = await found();
    const open = await company.namespace('Open', 'internal');
    const closed = await company.namespace('Closed', 'restricted');
    const foreign = await stranger.namespace('Foreign', 'public');
    const spaces = [open, closed, foreign, 'nsp_unknown', undefined];
    const events = spaces.map((namespaceId) => messageEvent(FERRY, namespaceId === undefined ? {} : { namespaceId }));
    const { queued, errors, eventIds, errorDetails } = await company.tenant.api.call(captureBatch, {
      body: { events },
    });
    expect([queued, errors, eventIds.map((id) => id !== null)]).toEqual([2, 3, [true, false, false, false, true]]);
    expect(errorDetails).toMatchObject([
      { index: 1, code: 'forbidden' },
      { index: 2, code: 'validation_error', details: [{ field: 'metadata.namespaceId' }] },
      { index: 3, code: 'validation_error', details: [{ field: 'metadata.namespaceId' }] },
    ]);
    const alone = await company.tenant.api.post('/v1/capture', messageEvent(FERRY, { namespaceId: foreign }));
    expect(alone).toMatchObject({ status: 422, body: { error: { details: [{ field: 'metadata.namespaceId' }] } } });
  });

  test('an artifact is as closed as the most closed memory that it was compiled from', async () => {
    const company = await found();
    const { api, user } = company.tenant;
    await user.call(captureBatch, { body: { events: codingSessions() } });
    await user.learn();
    const { items } = await api.call(listArtifacts, { query: { limit: 100 } });
    const artifact = items.find(({ sourceMemories }) => sourceMemories.length > 0);
    const [memoryId = ''] = artifact?.sourceMemories ?? [];
    const resting = items.filter(({ sourceMemories }) => sourceMemories.includes(memoryId)).map(({ id }) => id);
    expect(resting).not.toEqual([]);
    await company.policy({ effect: 'deny', resource: `memory:${memoryId}`, action: 'read' });
    await eventually(async () => (await api.get(`/v1/memories/${memoryId}`)).status === 404);
    const seen = JSON.stringify([
      await api.call(listArtifacts, { query: { limit: 100 } }),
      await api.call(synthesize, { body: { maxTokens: 100_000, explain: true } }),
      await api.call(synthesize, { body: { query: artifact?.title ?? '', explain: true } }),
    ]);
    for (const id of [memoryId, ...resting]) expect(seen).not.toContain(id);
    for (const id of resting) expect((await api.get(`/v1/artifacts/${id}`)).status).toBe(404);
    const left = await api.call(listArtifacts, { query: { limit: 100 } });
    expect(left.total).toBe(items.length - resting.length);
  });

  test('an organization that a member makes for themselves has no say over what is the tenant’s', async () => {
    const company = await found();
    const { api, user } = company.tenant;
    await company.learn({ content: FERRY });
    const developer = await company.newMember('developer');
    const slug = `own-${Date.now().toString(36)}`;
    const { id } = dataOf(await developer.user.post('/v1/organizations', { name: 'Own', slug }), 201) as { id: string };
    const own = (rest: string): string => `/v1/organizations/${id}/${rest}`;
    const closing = { name: 'Close', effect: 'deny', resource: '*:*', action: '*', priority: 1000 };
    expect((await developer.user.post(own('policies'), closing)).status).toBe(201);
    const ending = { name: 'End', deleteAfterDays: 0, scope: '*:*' };
    const lifecycleId = (dataOf(await developer.user.post(own('lifecycle-policies'), ending), 201) as { id: string })
      .id;
    const preview = dataOf(await developer.user.post(own(`lifecycle-policies/${lifecycleId}/preview`), {}));
    expect(preview).toMatchObject({ delete: { memories: 0, events: 0 } });
    expect((await developer.user.post(own('members/invite'), { email: 'x@example.org', role: 'owner' })).status).toBe(
      403,
    );
    expect(await synthesizedText(api, QUERY)).toContain('dawn');
    expect(await api.post('/v1/capture', messageEvent(CRANE))).toMatchObject({ status: 202 });
    const [memory] = (await user.call(listMemories)).items;
    await eventually(async () => {
      const { items } = dataOf(await user.get(company.path('access-logs'))) as { items: { memoryId: string }[] };
      return items.some(({ memoryId }) => memoryId === memory?.id);
    });
    expect(dataOf(await developer.user.get(own('access-logs')))).toMatchObject({ items: [] });
    const { items: log } = dataOf(await developer.user.get(own('audit'))) as { items: { action: string }[] };
    const actions = ['organization.create', 'policy.create', 'lifecycle_policy.create', 'invitation.create'];
    expect(log.map(({ action }) => action).reverse()).toEqual(actions);
  });

  test('the policies of another organization open nothing, and those of another tenant say nothing', async () => {
    const company = await found();
    const { api, user } = company.tenant;
    const namespaceId = await company.namespace('Safe', 'restricted');
    await company.learn({ content: FERRY, metadata: { namespaceId } }, { content: CRANE });
    const developer = await company.newMember('developer');
    const own = await developer.user.post('/v1/organizations', { name: 'Own', slug: `own-${Date.now().toString(36)}` });
    const { id } = (own.body as { data: { id: string } }).data;
    const open = { name: 'Open', effect: 'allow', resource: '*:*', action: '*', priority: 1000 };
    expect((await developer.user.post(`/v1/organizations/${id}/policies`, open)).status).toBe(201);
    const stranger = await found();
    await stranger.policy({ effect: 'deny', resource: '*:*', priority: 1000 });
    await eventually(async () => (await synthesizedText(user, QUERY)).includes('dawn'));
    expect(await synthesizedText(developer.user, QUERY)).not.toContain('dawn');
    expect(await synthesizedText(api, QUERY)).toContain('Monday');
  });
}
