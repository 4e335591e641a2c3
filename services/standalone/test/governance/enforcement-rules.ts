import { expect, test } from '@jest/globals';
import { captureBatch } from '@strata/contracts/operations/capture';
import { listMemories } from '@strata/contracts/operations/memories';
import { eventually } from '@strata/testkit/eventually';
import type { ApiClient } from '../fixtures/api-client.ts';
import { everythingReadable } from './denied-data-rules.ts';
import { OrganizationFixture, dataOf, messageEvent, synthesizedText } from '../fixtures/organization-fixture.ts';

const FERRY = 'The ferry to the island leaves at dawn.';
const CRANE = 'The crane of the ferry pier is repaired on Monday.';
const QUERY = 'When does the ferry leave, and what about the crane of the pier?';

/** Policies decide which data a caller captures and reads. */
export function enforcementRules(base: () => string): void {
  const newOrganizationFixture = () => OrganizationFixture.create(base());

  test('the policy with the highest priority decides, and deny wins a tie', async () => {
    const organization = await newOrganizationFixture();
    const { api } = organization.tenant;
    await organization.learn({ content: FERRY });
    await organization.policy({ effect: 'deny', resource: 'memory:*', action: 'read', priority: 5 });
    await eventually(async () => (await synthesizedText(api, QUERY)) === '');
    await organization.policy({ effect: 'allow', resource: '*:*', priority: 5 });
    expect(await synthesizedText(api, QUERY)).toBe('');
    const higher = await organization.policy({ effect: 'allow', resource: '*:*', priority: 6 });
    await eventually(async () => (await synthesizedText(api, QUERY)).includes('dawn'));
    expect(await organization.tenant.user.delete(organization.path(`policies/${higher}`))).toMatchObject({
      status: 200,
      body: { data: { id: higher, deleted: true } },
    });
    await eventually(async () => (await synthesizedText(api, QUERY)) === '');
  });

  test('a policy with conditions applies only to the principals, tags and environment in them', async () => {
    const organization = await newOrganizationFixture();
    const { api, user } = organization.tenant;
    const analyst = await organization.newMember('analyst');
    await organization.learn(
      { content: FERRY, metadata: { tags: ['pii'] } },
      { content: CRANE, metadata: { tags: ['works'] } },
    );
    await organization.policy({
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
      const seen = await everythingReadable(caller);
      expect(seen).toContain('Monday');
      expect(seen).not.toContain('dawn');
    }
    expect(await everythingReadable(user)).toContain('dawn');
  });

  test('a condition with an unknown attribute or operator is rejected by name', async () => {
    const organization = await newOrganizationFixture();
    const policy = { name: 'P', effect: 'deny', resource: '*:*', action: 'read', priority: 1 };
    for (const [conditions, field] of [
      [{ 'agent.name': 'x' }, 'conditions.agent.name'],
      [{ 'resource.tags': { like: 'x' } }, 'conditions.resource.tags'],
    ] as const) {
      const reply = await organization.tenant.user.post(organization.path('policies'), { ...policy, conditions });
      expect(reply).toMatchObject({ status: 400, body: { error: { code: 'validation_error' } } });
      expect(JSON.stringify(reply.body)).toContain(field);
    }
  });

  test('without a policy, only teams of the namespace, owners and admins access confidential and restricted namespaces', async () => {
    const organization = await newOrganizationFixture();
    const { api, user } = organization.tenant;
    const teamId = await organization.createIn('teams', { name: 'Night watch' });
    const outsider = await organization.newMember('developer');
    const teamMember = await organization.newMember('developer');
    const member = organization.path(`members/${teamMember.memberId}`);
    expect(await user.patch(member, { teamIds: [teamId] })).toMatchObject({
      status: 200,
      body: { data: { teamIds: [teamId] } },
    });
    for (const sensitivity of ['public', 'internal', 'confidential', 'restricted']) {
      const namespaceId = await organization.namespace(sensitivity, sensitivity, [teamId]);
      const word = `lantern-${sensitivity}`;
      await organization.learn({ content: `The ${word} hangs above the ferry pier.`, metadata: { namespaceId } });
      const isOpen = sensitivity === 'public' || sensitivity === 'internal';
      const ask = async (caller: ApiClient): Promise<boolean> =>
        (await synthesizedText(caller, `Where hangs the ${word}?`)).includes(word);
      await eventually(() => ask(user));
      expect([sensitivity, await ask(teamMember.user), await ask(outsider.user), await ask(api)]).toEqual([
        ...[sensitivity, true, isOpen, isOpen],
      ]);
      const event = messageEvent(`More of the ${word}.`, { namespaceId });
      expect((await teamMember.user.post('/v1/capture', event)).status).toBe(202);
      expect((await outsider.user.post('/v1/capture', event)).status).toBe(isOpen ? 202 : 403);
    }
    await user.patch(member, { teamIds: [] });
    await eventually(
      async () => !(await synthesizedText(teamMember.user, 'Where hangs the lantern?')).includes('lantern-restricted'),
    );
  });

  test('an agent identity acts under its own id, and as a member of its team', async () => {
    const organization = await newOrganizationFixture();
    const teamId = await organization.createIn('teams', { name: 'Pilots' });
    const agentId = await organization.createIn('agents', { name: 'Pilot', framework: 'own', teamId });
    const namespaceId = await organization.namespace('Charts', 'confidential', [teamId]);
    const pilot = await organization.keyOf(agentId);
    const event = messageEvent('The sandbank moved two cables to the north.', {
      namespaceId,
      agentId: 'another agent',
    });
    const captured = await pilot.post('/v1/capture', event);
    expect(captured.status).toBe(202);
    await organization.tenant.user.learn();
    expect(await synthesizedText(pilot, 'Where is the sandbank?')).toContain('two cables');
    expect(await synthesizedText(organization.tenant.api, 'Where is the sandbank?')).toBe('');
    const { items } = await organization.tenant.user.call(listMemories);
    expect(items).toMatchObject([{ agentId, namespaceId }]);
    await organization.policy({ effect: 'deny', resource: '*:*', action: 'read', conditions: { 'agent.id': agentId } });
    await eventually(async () => (await synthesizedText(pilot, 'Where is the sandbank?')) === '');
    expect(await organization.tenant.user.delete(organization.path(`agents/${agentId}`))).toMatchObject({
      status: 200,
    });
    await eventually(async () => (await pilot.post('/v1/capture', event)).status === 403);
  });

  test('policies decide about each event of a batch separately', async () => {
    const organization = await newOrganizationFixture();
    const stranger = await newOrganizationFixture();
    const open = await organization.namespace('Open', 'internal');
    const closed = await organization.namespace('Closed', 'restricted');
    const foreign = await stranger.namespace('Foreign', 'public');
    const spaces = [open, closed, foreign, 'nsp_unknown', undefined];
    const events = spaces.map((namespaceId) => messageEvent(FERRY, namespaceId === undefined ? {} : { namespaceId }));
    const { queued, errors, eventIds, errorDetails } = await organization.tenant.api.call(captureBatch, {
      body: { events },
    });
    expect([queued, errors, eventIds.map((id) => id !== null)]).toEqual([2, 3, [true, false, false, false, true]]);
    expect(errorDetails).toMatchObject([
      { index: 1, code: 'forbidden' },
      { index: 2, code: 'validation_error', details: [{ field: 'metadata.namespaceId' }] },
      { index: 3, code: 'validation_error', details: [{ field: 'metadata.namespaceId' }] },
    ]);
    const alone = await organization.tenant.api.post('/v1/capture', messageEvent(FERRY, { namespaceId: foreign }));
    expect(alone).toMatchObject({ status: 422, body: { error: { details: [{ field: 'metadata.namespaceId' }] } } });
  });

  test('an organization that a member creates does not govern the data of the tenant', async () => {
    const organization = await newOrganizationFixture();
    const { api, user } = organization.tenant;
    await organization.learn({ content: FERRY });
    const developer = await organization.newMember('developer');
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
      const { items } = dataOf(await user.get(organization.path('access-logs'))) as { items: { memoryId: string }[] };
      return items.some(({ memoryId }) => memoryId === memory?.id);
    });
    expect(dataOf(await developer.user.get(own('access-logs')))).toMatchObject({ items: [] });
    const { items: log } = dataOf(await developer.user.get(own('audit'))) as { items: { action: string }[] };
    const actions = ['organization.create', 'policy.create', 'lifecycle_policy.create', 'invitation.create'];
    expect(log.map(({ action }) => action).reverse()).toEqual(actions);
  });

  test('policies of another organization or another tenant grant no access', async () => {
    const organization = await newOrganizationFixture();
    const { api, user } = organization.tenant;
    const namespaceId = await organization.namespace('Safe', 'restricted');
    await organization.learn({ content: FERRY, metadata: { namespaceId } }, { content: CRANE });
    const developer = await organization.newMember('developer');
    const own = await developer.user.post('/v1/organizations', { name: 'Own', slug: `own-${Date.now().toString(36)}` });
    const { id } = (own.body as { data: { id: string } }).data;
    const open = { name: 'Open', effect: 'allow', resource: '*:*', action: '*', priority: 1000 };
    expect((await developer.user.post(`/v1/organizations/${id}/policies`, open)).status).toBe(201);
    const stranger = await newOrganizationFixture();
    await stranger.policy({ effect: 'deny', resource: '*:*', priority: 1000 });
    await eventually(async () => (await synthesizedText(user, QUERY)).includes('dawn'));
    expect(await synthesizedText(developer.user, QUERY)).not.toContain('dawn');
    expect(await synthesizedText(api, QUERY)).toContain('Monday');
  });
}
