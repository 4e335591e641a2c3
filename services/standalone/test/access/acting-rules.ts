import { beforeAll, expect, test } from '@jest/globals';
import { createApiKey, listApiKeys } from '@strata/contracts/operations/accounts';
import { listAudit } from '@strata/contracts/operations/audit';
import { inviteMember, removeMember, updateMember } from '@strata/contracts/operations/organizations';
import type { Role } from '@strata/contracts/schemas/organization';
import { eventually } from '@strata/testkit/eventually';
import type { ApiClient } from '../fixtures/api-client.ts';
import type { InvitedMember } from '../fixtures/members.ts';
import { messageEvent, OrganizationFixture, synthesizedText } from '../fixtures/organization-fixture.ts';
import type { AccessFixture } from './access-fixture.ts';

const RAISE = 'We decided to pay the raise of the crane crew in June.';
const QUERY = 'When is the raise paid?';
const READ = '/v1/usage-metrics';

/** A key never has more rights than the user who it belongs to, and acting as an agent takes the right to. */
export function actingRules(fixture: () => AccessFixture): void {
  let organization: OrganizationFixture;
  let namespaceId: string;
  let teamId: string;
  /** Has no team, and may read the namespace. */
  let bookkeeper: string;
  beforeAll(async () => {
    organization = await OrganizationFixture.create(fixture().base);
    namespaceId = await organization.namespace('Payroll', 'confidential');
    teamId = await organization.createIn('teams', { name: 'Quay' });
    bookkeeper = await organization.createIn('agents', { name: 'Bookkeeper' });
    const resource = `namespace:${namespaceId}`;
    await organization.policy({ effect: 'allow', resource, conditions: { 'agent.id': bookkeeper } });
    await organization.learn({ content: RAISE, metadata: { namespaceId } });
  });

  const newKey = async (user: ApiClient, fields: object = {}): Promise<ApiClient> =>
    user.as((await user.call(createApiKey, { body: { name: 'Key', scopes: ['admin'], ...fields } })).key);
  const bind = (user: ApiClient, agentId: string) =>
    user.post('/v1/api-keys', { name: 'Key', scopes: ['read'], agentId });
  const move = (user: ApiClient, agentId: string, to: string | null) =>
    user.patch(organization.path(`agents/${agentId}`), { teamId: to });
  const reads = async (key: ApiClient): Promise<boolean> =>
    (await key.post('/v1/synthesize', { query: QUERY })).status === 200 &&
    (await synthesizedText(key, QUERY)).includes('in June');
  const change = (member: InvitedMember, body: { role?: Role; teamIds?: string[] }) =>
    organization.tenant.user.call(updateMember, {
      params: { orgId: organization.orgId, memberId: member.memberId },
      body,
    });

  test('a developer cannot move, bind or name an agent without a team that they did not create', async () => {
    const developer = await organization.newMember('developer');
    await change(developer, { teamIds: [teamId] });
    const { user } = developer;
    expect((await move(user, bookkeeper, teamId)).status).toBe(403);
    expect((await bind(user, bookkeeper)).status).toBe(403);
    const key = await newKey(user);
    for (const caller of [user, key]) {
      const named = await caller.post('/v1/capture', messageEvent('Pay it in May.', { agentId: bookkeeper }));
      expect(named).toMatchObject({
        status: 403,
        body: { error: { code: 'forbidden', details: [{ field: 'metadata.agentId' }] } },
      });
      expect(await reads(caller)).toBe(false);
    }
    const bound = await newKey(organization.tenant.user, { agentId: bookkeeper });
    expect(await reads(bound)).toBe(true);
  });

  test('a bound key ends when its user leaves the team, when the agent moves, and when the user is demoted', async () => {
    const developer = await organization.newMember('developer');
    await change(developer, { teamIds: [teamId] });
    const agentId = await organization.createIn('agents', { name: 'Planner', teamId });
    const other = await organization.createIn('teams', { name: 'Pier' });
    const resource = `namespace:${namespaceId}`;
    await organization.policy({ effect: 'allow', resource, conditions: { 'agent.id': agentId } });
    const key = await newKey(developer.user, { agentId });
    const expectAll = async (status: number): Promise<void> => {
      for (const path of [READ, '/v1/memories', '/v1/events', '/v1/artifacts'])
        expect((await key.get(path)).status).toBe(status);
      const event = messageEvent('The crane is late.', { namespaceId });
      expect((await key.post('/v1/capture', event)).status).toBe(status === 200 ? 202 : status);
      expect(await reads(key)).toBe(status === 200);
    };
    await expectAll(200);
    await change(developer, { teamIds: [] });
    await expectAll(403);
    await change(developer, { teamIds: [teamId] });
    await expectAll(200);
    expect((await move(organization.tenant.user, agentId, other)).status).toBe(200);
    await expectAll(403);
    expect((await move(organization.tenant.user, agentId, teamId)).status).toBe(200);
    await expectAll(200);
    await change(developer, { role: 'analyst' });
    await expectAll(403);
  });

  test('the key of a demoted user only reads, and a policy that denies their role binds it', async () => {
    const member = await organization.newMember('developer');
    await organization.learn({ content: 'The lighthouse is painted in July.', metadata: { tags: ['paint'] } });
    const key = await newKey(member.user);
    const text = () => synthesizedText(key, 'When is the lighthouse painted?');
    const capture = async () => (await key.post('/v1/capture', messageEvent('Noted.'))).status;
    expect([await text(), await capture()]).toEqual([expect.stringContaining('July'), 202]);
    const conditions = { 'resource.tags': 'paint', 'principal.role': 'analyst' };
    await organization.policy({ effect: 'deny', resource: '*:*', action: 'read', conditions });
    expect(await text()).toContain('July');
    await change(member, { role: 'analyst' });
    expect([await text(), await capture(), (await key.delete('/v1/memories/mem_x')).status]).toEqual(['', 403, 403]);
  });

  test('the keys of a removed user are rejected at once and stay revoked, and those of the tenant go on', async () => {
    const { orgId, tenant } = organization;
    const member = await organization.newMember('admin');
    const [own, service] = [await newKey(member.user), await newKey(member.user, { owner: 'tenant' })];
    expect([(await own.get(READ)).status, (await service.get(READ)).status]).toEqual([200, 200]);
    await tenant.user.call(removeMember, { params: { orgId, memberId: member.memberId } });
    expect([(await own.get(READ)).status, (await service.get(READ)).status]).toEqual([401, 200]);
    const entries = async () =>
      (await tenant.user.call(listAudit, { params: { orgId }, query: { action: 'api_key.revoke' } })).items;
    const revoked = await eventually(async () => (await entries())[0]);
    expect(revoked).toMatchObject({
      actorId: tenant.userId,
      changes: { reason: 'The user who it belonged to was removed from the tenant' },
    });
    const body = { email: member.email, role: 'admin' };
    const { invitationToken } = await tenant.user.call(inviteMember, { params: { orgId }, body });
    const login = await tenant.user
      .as(undefined)
      .post('/v1/auth/login', { email: member.email, password: member.password });
    const { token } = (login.body as { data: { token: string } }).data;
    expect((await tenant.user.as(token).post('/v1/invitations/accept', { token: invitationToken })).status).toBe(200);
    expect((await own.get(READ)).status).toBe(401);
  });

  test('a user lists and revokes their own keys, a tenant admin those of the tenant', async () => {
    const [one, other] = [await organization.newMember('developer'), await organization.newMember('manager')];
    await newKey(other.user);
    const mine = await one.user.call(createApiKey, { body: { name: 'Mine', scopes: ['read'] } });
    expect(await one.user.call(listApiKeys)).toMatchObject({ items: [{ id: mine.id }], pagination: { total: 1 } });
    expect((await other.user.delete(`/v1/api-keys/${mine.id}`)).status).toBe(404);
    expect((await one.user.post('/v1/api-keys', { name: 'Service', scopes: ['read'], owner: 'tenant' })).status).toBe(
      403,
    );
    const all = await organization.tenant.user.call(listApiKeys, { query: { limit: 100 } });
    expect(all.items.map(({ id }) => id)).toContain(mine.id);
    expect((await organization.tenant.user.delete(`/v1/api-keys/${mine.id}`)).status).toBe(200);
    expect((await one.user.as(mine.key).get(READ)).status).toBe(401);
  });
}
