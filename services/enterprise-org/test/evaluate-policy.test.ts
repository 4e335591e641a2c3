import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeSubject } from '@strata/contracts/calls/learn';
import { createAgent, deleteAgent } from '@strata/contracts/operations/agents';
import { createNamespace } from '@strata/contracts/operations/namespaces';
import { createPolicy, deletePolicy, evaluatePolicy } from '@strata/contracts/operations/policies';
import { createTeam } from '@strata/contracts/operations/teams';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import { readFileSync } from 'node:fs';
import { startRig, type Person, type Rig } from './rig.ts';

/** The JSON texts of the page, in their order: the policies, then questions and answers by turns. */
const PAGE = readFileSync(new URL('../../../docs/policies.md', import.meta.url), 'utf8');
const [POLICIES = '', ...EXAMPLES] = [...PAGE.matchAll(/```json\n(.*?)```/gs)].map(([, json]) => String(json));
const PAIRS = EXAMPLES.flatMap((json, at) =>
  at % 2 === 0 ? [[JSON.stringify(JSON.parse(json)), EXAMPLES[at + 1] ?? ''] as const] : [],
);

describeOnDatabase('What would be decided', (backend) => {
  let rig: Rig;
  let orgId: string;
  let owner: Person;
  /** The real ids of what the page names. */
  const ids = new Map<string, string>();
  const idOf = (name: string): string => ids.get(name) ?? name;
  const real = (json: string): unknown => JSON.parse(json.replace(/\b(?:nsp|agt|usr|team)_[a-z]+\b/g, idOf));

  /** Which questions were asked of the store of memories and artifacts, and in which partition. */
  const described: unknown[] = [];
  const stored = (name: string, tags: string[]) => ({
    id: name,
    agentId: null,
    tags,
    namespaceId: idOf('nsp_customs'),
  });

  beforeAll(async () => {
    rig = await startRig(backend);
  });
  afterAll(() => rig.close());

  beforeAll(async () => {
    ({ orgId, owner } = await rig.found());
    const noor = await rig.join(orgId, owner, 'developer');
    const ines = await rig.join(orgId, owner, 'analyst');
    const params = { orgId };
    const team = await rig.ask(owner, createTeam, { params, body: { name: 'finance', memberIds: [ines.memberId] } });
    const agent = await rig.ask(owner, createAgent, { params, body: { name: 'clerk' } });
    const customs = await rig.ask(owner, createNamespace, { params, body: { name: 'customs' } });
    const closed = { name: 'payroll', sensitivity: 'confidential', teamIds: [team.id] };
    const payroll = await rig.ask(owner, createNamespace, { params, body: closed });
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
    for (const body of real(POLICIES) as object[]) await rig.ask(owner, createPolicy, { params, body });

    await rig.bus.serve(describeSubject, async ({ kind, id }, { scope }) => {
      described.push([kind, id, scope.environment]);
      if (id === 'mem_raise') return { subject: stored(id, ['salary']), sources: [] };
      if (id === 'art_raises') return { subject: stored(id, []), sources: [stored('mem_raise', ['salary'])] };
      return { subject: null, sources: [] };
    });
  });
  const evaluate = (body: unknown, as = owner, of = orgId) =>
    rig.ask(as, evaluatePolicy, { params: { orgId: of }, body });

  it.each(PAIRS)('is what the page says: %s', async (question, answer) => {
    const decided = await evaluate(real(question));
    expect(decided).toMatchObject(JSON.parse(answer) as object);
    expect(decided).toMatchObject({ allowed: decided.effect === 'allow', organizationId: orgId });
  });

  it('is told with the role and the teams by which it was decided', async () => {
    const question = { action: 'read', resource: 'agent:coder' };
    const asked = async (principal: unknown) => (await evaluate({ ...question, principal })).principal;
    const [id, teamIds] = [idOf('usr_ines'), [idOf('team_finance')]];
    expect(await asked(id)).toEqual({ id, role: 'analyst', teamIds });
    expect(await asked({ id, role: 'admin' })).toEqual({ id, role: 'admin', teamIds });
    expect(await asked({ id, teamIds: [] })).toEqual({ id, role: 'analyst', teamIds: [] });
    expect(await asked('key_any')).toEqual({ id: 'key_any', role: null, teamIds: [] });
  });

  it('is about what is stored of a memory, in the partition that is asked about, unless something else is assumed', async () => {
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

  it('takes a memory that is not stored as it is assumed', async () => {
    const asked = { principal: idOf('usr_noor'), action: 'read', resource: 'memory:mem_none' };
    expect(await evaluate(asked)).toMatchObject({ effect: 'allow', policyId: null });
    expect(await evaluate({ ...asked, context: { namespaceId: idOf('nsp_payroll') } })).toMatchObject({
      effect: 'deny',
    });
    expect(await evaluate({ ...asked, context: { namespaceId: 'nsp_none' } })).toMatchObject({
      effect: 'deny',
      organizationId: null,
      reason: 'The namespace does not exist',
    });
  });

  it('is that a key may do nothing whose agent is gone', async () => {
    const params = { orgId };
    const { id: agentId } = await rig.ask(owner, createAgent, { params, body: { name: 'Gone tomorrow' } });
    const asked = {
      principal: { id: 'key_any', agentId },
      action: 'write',
      resource: `namespace:${idOf('nsp_customs')}`,
    };
    expect(await evaluate(asked)).toMatchObject({ effect: 'allow' });
    await rig.ask(owner, deleteAgent, { params: { orgId, agentId } });
    expect(await evaluate(asked)).toMatchObject({ effect: 'deny', policyId: null });
  });

  it('does not name a policy of another organization, which may deny what belongs to none', async () => {
    const other = await rig.found(rig.person(owner.context.scope.tenantId, true));
    const body = { name: 'Ours alone', effect: 'deny', resource: 'agent:*', action: 'read', priority: 0 };
    const params = { orgId: other.orgId };
    const { id } = await rig.ask(other.owner, createPolicy, { params, body });
    const asked = { principal: owner.userId, action: 'read', resource: 'agent:coder' };
    const decided = await evaluate(asked);
    expect(decided).toMatchObject({
      effect: 'deny',
      allowed: false,
      policyId: null,
      policyName: null,
      organizationId: null,
      reason: 'Another organization of the tenant denies it',
    });
    expect(JSON.stringify(decided)).not.toMatch(new RegExp(`Ours alone|${id}|${other.orgId}`));
    expect(await evaluate(asked, other.owner, other.orgId)).toMatchObject({ policyId: id, policyName: 'Ours alone' });
    await rig.ask(other.owner, deletePolicy, { params: { ...params, policyId: id } });
    expect(await evaluate(asked)).toMatchObject({ effect: 'allow' });
  });
});
