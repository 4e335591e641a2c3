import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeSubject } from '@strata/contracts/calls/learn';
import { createAgent, deleteAgent } from '@strata/contracts/operations/agents';
import { createNamespace } from '@strata/contracts/operations/namespaces';
import { createPolicy, deletePolicy, evaluatePolicy } from '@strata/contracts/operations/policies';
import { createTeam } from '@strata/contracts/operations/teams';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import { readFileSync } from 'node:fs';
import { startOrganizationFixture, type TestUser, type OrganizationFixture } from './organization-fixture.ts';

/** The JSON texts of the guide, in order: the policies, then pairs of a request and its response. */
const GUIDE = readFileSync(new URL('../../../docs/policies.md', import.meta.url), 'utf8');
const [POLICIES = '', ...EXAMPLES] = [...GUIDE.matchAll(/```json\n(.*?)```/gs)].map(([, json]) => String(json));
const PAIRS = EXAMPLES.flatMap((json, at) =>
  at % 2 === 0 ? [[JSON.stringify(JSON.parse(json)), EXAMPLES[at + 1] ?? ''] as const] : [],
);

describeOnDatabase('Evaluating a policy', (backend) => {
  let fixture: OrganizationFixture;
  let orgId: string;
  let owner: TestUser;
  /** The real ids for the names in the guide. */
  const ids = new Map<string, string>();
  const idOf = (name: string): string => ids.get(name) ?? name;
  const real = (json: string): unknown => JSON.parse(json.replace(/\b(?:nsp|agt|usr|team)_[a-z]+\b/g, idOf));

  /** The subjects that were looked up: kind, id and environment. */
  const described: unknown[] = [];
  const stored = (name: string, tags: string[]) => ({
    id: name,
    agentId: null,
    tags,
    namespaceId: idOf('nsp_customs'),
  });

  beforeAll(async () => {
    fixture = await startOrganizationFixture(backend);
  });
  afterAll(() => fixture.close());

  beforeAll(async () => {
    ({ orgId, owner } = await fixture.newOrganization());
    const noor = await fixture.newMember(orgId, owner, 'developer');
    const ines = await fixture.newMember(orgId, owner, 'analyst');
    const params = { orgId };
    const team = await fixture.call(owner, createTeam, {
      params,
      body: { name: 'finance', memberIds: [ines.memberId] },
    });
    const agent = await fixture.call(owner, createAgent, { params, body: { name: 'clerk' } });
    const customs = await fixture.call(owner, createNamespace, { params, body: { name: 'customs' } });
    const closed = { name: 'payroll', sensitivity: 'confidential', teamIds: [team.id] };
    const payroll = await fixture.call(owner, createNamespace, { params, body: closed });
    for (const [name, { id }] of Object.entries({
      usr_maya: { id: owner.userId },
      usr_noor: { id: noor.userId },
      usr_ines: { id: ines.userId },
      team_finance: team,
      agt_clerk: agent,
      nsp_customs: customs,
      nsp_payroll: payroll,
    }))
      ids.set(name, id);
    for (const body of real(POLICIES) as object[]) await fixture.call(owner, createPolicy, { params, body });

    await fixture.bus.serve(describeSubject, async ({ kind, id }, { scope }) => {
      described.push([kind, id, scope.environment]);
      if (id === 'mem_raise') return { subject: stored(id, ['salary']), sources: [] };
      if (id === 'art_raises') return { subject: stored(id, []), sources: [stored('mem_raise', ['salary'])] };
      return { subject: null, sources: [] };
    });
  });
  const evaluate = (body: unknown, as = owner, of = orgId) =>
    fixture.call(as, evaluatePolicy, { params: { orgId: of }, body });

  it.each(PAIRS)('returns what the guide says: %s', async (request, response) => {
    const decided = await evaluate(real(request));
    expect(decided).toMatchObject(JSON.parse(response) as object);
    expect(decided).toMatchObject({ allowed: decided.effect === 'allow', organizationId: orgId });
  });

  it('decides about a key of a user as the key and as the user', async () => {
    const [agentId, noor] = [idOf('agt_clerk'), idOf('usr_noor')];
    const read = { action: 'read', resource: `namespace:${idOf('nsp_payroll')}` };
    const ofClerk = { id: 'key_any', agentId };
    expect(await evaluate({ ...read, principal: { ...ofClerk, ownerId: owner.userId } })).toMatchObject({
      effect: 'allow',
      policyName: 'The clerk reads payroll',
    });
    expect(await evaluate({ ...read, principal: { ...ofClerk, ownerId: noor } })).toMatchObject({
      effect: 'deny',
      reason: 'The user who this key belongs to may not act as its agent any more',
    });
  });

  it('returns the role and the teams that the decision was made with', async () => {
    const request = { action: 'read', resource: 'agent:coder' };
    const principalFor = async (principal: unknown) => (await evaluate({ ...request, principal })).principal;
    const [id, teamIds] = [idOf('usr_ines'), [idOf('team_finance')]];
    expect(await principalFor(id)).toEqual({ id, role: 'analyst', teamIds });
    expect(await principalFor({ id, role: 'admin' })).toEqual({ id, role: 'admin', teamIds });
    expect(await principalFor({ id, teamIds: [] })).toEqual({ id, role: 'analyst', teamIds: [] });
    expect(await principalFor('key_any')).toEqual({ id: 'key_any', role: null, teamIds: [] });
  });

  it('decides by the stored memory, in the requested environment, unless the request assumes other values', async () => {
    const about = (context: object) =>
      evaluate({ principal: idOf('usr_noor'), action: 'read', resource: 'memory:mem_raise', context });
    expect(await about({})).toMatchObject({ effect: 'deny', policyName: 'Salaries are for admins' });
    expect(await about({ tags: [] })).toMatchObject({ effect: 'allow', policyId: null });
    expect(await about({ tags: [], namespaceId: idOf('nsp_payroll') })).toMatchObject({
      effect: 'deny',
      policyId: null,
    });
    described.length = 0;
    await about({ environment: 'test' });
    expect(described).toEqual([['memory', 'mem_raise', 'test']]);
  });

  it('decides by the assumed values for a memory that is not stored', async () => {
    const request = { principal: idOf('usr_noor'), action: 'read', resource: 'memory:mem_none' };
    expect(await evaluate(request)).toMatchObject({ effect: 'allow', policyId: null });
    expect(await evaluate({ ...request, context: { namespaceId: idOf('nsp_payroll') } })).toMatchObject({
      effect: 'deny',
    });
    expect(await evaluate({ ...request, context: { namespaceId: 'nsp_none' } })).toMatchObject({
      effect: 'deny',
      organizationId: null,
      reason: 'The namespace does not exist',
    });
  });

  it('denies everything to a key whose agent is deleted', async () => {
    const params = { orgId };
    const { id: agentId } = await fixture.call(owner, createAgent, { params, body: { name: 'Gone tomorrow' } });
    const request = {
      principal: { id: 'key_any', agentId },
      action: 'write',
      resource: `namespace:${idOf('nsp_customs')}`,
    };
    expect(await evaluate(request)).toMatchObject({ effect: 'allow' });
    await fixture.call(owner, deleteAgent, { params: { orgId, agentId } });
    expect(await evaluate(request)).toMatchObject({ effect: 'deny', policyId: null });
  });

  it("hides the name of another organization's policy that denies data of no organization", async () => {
    const other = await fixture.newOrganization(fixture.newUser(owner.context.scope.tenantId, true));
    const body = { name: 'Only ours', effect: 'deny', resource: 'agent:*', action: 'read', priority: 0 };
    const params = { orgId: other.orgId };
    const { id } = await fixture.call(other.owner, createPolicy, { params, body });
    const request = { principal: owner.userId, action: 'read', resource: 'agent:coder' };
    const decided = await evaluate(request);
    expect(decided).toMatchObject({
      effect: 'deny',
      allowed: false,
      policyId: null,
      policyName: null,
      organizationId: null,
      reason: 'Another organization of the tenant denies it',
    });
    expect(JSON.stringify(decided)).not.toMatch(new RegExp(`Only ours|${id}|${other.orgId}`));
    expect(await evaluate(request, other.owner, other.orgId)).toMatchObject({ policyId: id, policyName: 'Only ours' });
    await fixture.call(other.owner, deletePolicy, { params: { ...params, policyId: id } });
    expect(await evaluate(request)).toMatchObject({ effect: 'allow' });
  });
});
