import { describe, expect, it } from '@jest/globals';
import type { Conditions } from '@strata/contracts/schemas/policy-conditions';
import type { Facts, OrganizationFacts, PolicyFact } from '@strata/contracts/schemas/policy-facts';
import { passes, type DataItem } from './filter.ts';
import { createPolicyEngine, type Decision, type DecisionRequest, type Principal } from './policy-engine.ts';

const AGENT = 'agt_0123456789abcdef0123456789abcdef';
const GONE = 'agt_00000000000000000000000000000000';

let made = 0;
const policy = (given: Partial<PolicyFact> = {}): PolicyFact => {
  made += 1;
  const id = `pol_${String(made).padStart(4, '0')}`;
  const rest = { effect: 'allow', resource: '*:*', action: '*', conditions: {}, priority: 0 } as const;
  return { id, name: id, ...rest, ...given };
};
const deny = (given: Partial<PolicyFact> = {}): PolicyFact => policy({ effect: 'deny', ...given });

const organization = (given: Partial<OrganizationFacts> = {}): OrganizationFacts => ({
  id: 'org_a',
  namespaces: [
    { id: 'nsp_open', sensitivity: 'internal', teamIds: [] },
    { id: 'nsp_closed', sensitivity: 'confidential', teamIds: ['team_a'] },
  ],
  agents: [{ id: AGENT, teamId: 'team_a' }],
  members: [
    { userId: 'usr_owner', role: 'owner', teamIds: [] },
    { userId: 'usr_admin', role: 'admin', teamIds: [] },
    { userId: 'usr_team', role: 'viewer', teamIds: ['team_a'] },
    { userId: 'usr_other', role: 'manager', teamIds: ['team_b'] },
  ],
  policies: [],
  ...given,
});
const withPolicies = (...policies: PolicyFact[]): Facts => ({ organizations: [organization({ policies })] });

const user = (id = 'usr_other'): Principal => ({ id, agentId: null });
const key = (agentId: string | null): Principal => ({ id: 'key_a', agentId });
const memory = (given: Partial<DataItem> = {}): DataItem => ({
  id: 'mem_a',
  namespaceId: 'nsp_open',
  agentId: 'coder',
  tags: ['a', 'b'],
  ...given,
});
const decide = (facts: Facts, given: Partial<DecisionRequest> = {}): Decision =>
  createPolicyEngine(facts).decide({
    principal: user(),
    action: 'read',
    kind: 'memory',
    item: memory(),
    environment: 'live',
    now: new Date('2026-05-08T12:00:00Z'),
    ...given,
  });

const filtersOf = (facts: Facts, principal = user()) =>
  createPolicyEngine(facts).readFilters({ principal, environment: 'live', now: new Date('2026-05-08T12:00:00Z') });

describe('Among matching policies', () => {
  it('the highest priority decides, whatever its effect', () => {
    const [low, high] = [deny({ priority: 1 }), policy({ priority: 2 })];
    expect(decide(withPolicies(low, high))).toMatchObject({ effect: 'allow', policy: { id: high.id } });
    expect(decide(withPolicies({ ...low, priority: 2.5 }, high))).toMatchObject({ effect: 'deny' });
  });

  it('deny decides at equal priority', () => {
    const [first, second] = [policy(), deny()];
    expect(decide(withPolicies(first, second))).toMatchObject({ effect: 'deny', policy: { id: second.id } });
    expect(decide(withPolicies(second, first))).toMatchObject({ effect: 'deny', policy: { id: second.id } });
  });

  it('a decision names the deciding policy, its organization and the reason', () => {
    const closing = deny({ name: 'Closed for good' });
    expect(decide(withPolicies(closing))).toEqual({
      effect: 'deny',
      organizationId: 'org_a',
      policy: { id: closing.id, name: 'Closed for good' },
      reason: 'The policy "Closed for good" denies it',
    });
  });
});

describe('A policy matches', () => {
  it.each([
    ['*:*', true],
    ['namespace:*', true],
    ['namespace:nsp_open', true],
    ['namespace:nsp_closed', false],
    ['agent:*', true],
    ['agent:coder', true],
    ['agent:code', false],
    ['memory:*', true],
    ['memory:mem_a', true],
    ['memory:mem_b', false],
    ['artifact:*', false],
    ['artifact:mem_a', false],
  ])('a memory by the pattern %s: %j', (resource, isMatch) => {
    expect(decide(withPolicies(deny({ resource }))).effect).toBe(isMatch ? 'deny' : 'allow');
  });

  it('an event if it is about all memories, but not about a single one', () => {
    const event = { kind: 'event', action: 'write', item: memory({ id: 'mem_a' }) } as const;
    expect(decide(withPolicies(deny({ resource: 'memory:*' })), event).effect).toBe('deny');
    expect(decide(withPolicies(deny({ resource: 'memory:mem_a' })), event).effect).toBe('allow');
  });

  it('a memory without an id if it is about all memories', () => {
    const asked = { item: memory({ id: null }) };
    expect(decide(withPolicies(deny({ resource: 'memory:*' })), asked).effect).toBe('deny');
  });

  it('no namespace and no agent of an item without them', () => {
    const bare = { item: memory({ namespaceId: null, agentId: null }) };
    for (const resource of ['namespace:*', 'agent:*'])
      expect(decide(withPolicies(deny({ resource })), bare).effect).toBe('allow');
  });

  it.each([
    ['read', 'read', true],
    ['read', 'write', false],
    ['write', 'write', true],
    ['write', 'read', false],
    ['*', 'read', true],
    ['*', 'write', true],
  ] as const)('when its action is %s and that asked about %s: %j', (action, asked, isMatch) => {
    expect(decide(withPolicies(deny({ action })), { action: asked }).effect).toBe(isMatch ? 'deny' : 'allow');
  });

  it('when all of its conditions on principal, item, environment and time hold', () => {
    const conditions: Conditions = {
      'principal.id': 'usr_team',
      'principal.role': 'viewer',
      'principal.teamIds': ['team_a'],
      'agent.id': 'coder',
      'resource.sensitivity': 'internal',
      'resource.tags': 'b',
      environment: 'live',
      time: { gte: '11:59', lte: '12:00' },
    };
    const facts = withPolicies(deny({ conditions }));
    const principal = { ...user('usr_team'), agentId: 'coder' };
    expect(decide(facts, { principal }).effect).toBe('deny');
    const others: Partial<DecisionRequest>[] = [
      { principal: { ...user('usr_owner'), agentId: 'coder' } },
      { principal: { ...principal, agentId: 'clerk' } },
      { principal: { ...principal, agentId: null } },
      { item: memory({ namespaceId: 'nsp_closed' }) },
      { item: memory({ tags: ['a'] }) },
      { environment: 'test' },
      { now: new Date('2026-05-08T12:01:00Z') },
    ];
    for (const other of others) expect(decide(facts, { principal, ...other }).policy).toBeNull();
  });

  it('by the acting agent, not by the agent that the data belongs to', () => {
    const facts = withPolicies(deny({ conditions: { 'agent.id': AGENT } }));
    expect(decide(facts, { principal: key(AGENT) }).effect).toBe('deny');
    for (const principal of [key('free'), key(null)])
      expect(decide(facts, { principal, item: memory({ agentId: AGENT }) }).effect).toBe('allow');
  });
});

describe('If no policy matches', () => {
  it.each([
    ['nsp_open', 'usr_none', 'allow'],
    ['nsp_closed', 'usr_none', 'deny'],
    ['nsp_closed', 'usr_other', 'deny'],
    ['nsp_closed', 'usr_team', 'allow'],
    ['nsp_closed', 'usr_admin', 'allow'],
    ['nsp_closed', 'usr_owner', 'allow'],
  ])('%s is to %s: %s', (namespaceId, id, effect) => {
    expect(decide(withPolicies(), { principal: user(id), item: memory({ namespaceId }) }).effect).toBe(effect);
  });

  it('a confidential namespace is open to the key of an agent in its team, and to no other key', () => {
    const subject = memory({ namespaceId: 'nsp_closed' });
    expect(decide(withPolicies(), { principal: key(AGENT), item: subject }).effect).toBe('allow');
    expect(decide(withPolicies(), { principal: key(null), item: subject }).effect).toBe('deny');
  });

  it('an item in no namespace is open, and a namespace that does not exist is closed', () => {
    expect(decide(withPolicies(), { item: memory({ namespaceId: null }) }).effect).toBe('allow');
    expect(decide(withPolicies(policy()), { item: memory({ namespaceId: 'nsp_none' }) }).effect).toBe('deny');
  });
});

describe('Among several organizations', () => {
  const other = (...policies: PolicyFact[]): OrganizationFacts =>
    organization({ id: 'org_b', namespaces: [], agents: [], members: [], policies });
  const both = (...policies: PolicyFact[]): Facts => ({ organizations: [organization(), other(...policies)] });

  it('the owner of the namespace decides, else the owner of the agent', () => {
    const facts = both(deny());
    expect(decide(facts, { item: memory() }).effect).toBe('allow');
    expect(decide(facts, { item: memory({ namespaceId: null, agentId: AGENT }) }).effect).toBe('allow');
    expect(createPolicyEngine(facts).organizationOf(memory())).toBe('org_a');
  });

  it('all decide about an item that belongs to none of them, and one denial is enough', () => {
    for (const agentId of [null, 'coder', GONE]) {
      const subject = memory({ namespaceId: null, agentId });
      expect(decide(both(deny()), { item: subject })).toMatchObject({ effect: 'deny', organizationId: 'org_b' });
      expect(decide(both(policy()), { item: subject })).toMatchObject({ effect: 'allow', organizationId: 'org_b' });
      expect(createPolicyEngine(both()).organizationOf(subject)).toBeNull();
    }
  });

  it('a tenant without organizations is open', () => {
    const subject = memory({ namespaceId: null });
    expect(decide({ organizations: [] }, { item: subject })).toMatchObject({ effect: 'allow', organizationId: null });
  });
});

describe('A principal', () => {
  it('that acts as a deleted agent identity may do and see nothing', () => {
    const facts = withPolicies(policy());
    expect(decide(facts, { principal: key(GONE) })).toMatchObject({ effect: 'deny', policy: null });
    expect(filtersOf(facts, key(GONE))).toMatchObject({ memory: false, event: false });
  });

  it('that is the service itself is bound by no policy', () => {
    const system = { ...user('system'), isSystem: true };
    expect(decide(withPolicies(deny()), { principal: system }).effect).toBe('allow');
  });

  it('has the assumed role and teams in a dry run, and otherwise its own', () => {
    const subject = memory({ namespaceId: 'nsp_closed' });
    const as = (standing: object) => ({ ...user(), roles: new Map([['org_a', standing]]) });
    expect(decide(withPolicies(), { item: subject, principal: as({ role: 'admin' }) }).effect).toBe('allow');
    expect(decide(withPolicies(), { item: subject, principal: as({ teamIds: ['team_a'] }) }).effect).toBe('allow');
    const engine = createPolicyEngine(withPolicies());
    expect(engine.membershipIn('org_a', as({ role: 'admin' }))).toEqual({ role: 'admin', teamIds: ['team_b'] });
    expect(engine.membershipIn('org_none', user())).toEqual({ role: null, teamIds: [] });
  });
});

describe('An artifact', () => {
  const artifact = { kind: 'artifact', item: memory({ id: 'art_a', tags: [] }) } as const;

  it('is hidden if one of the memories that it was compiled from is hidden', () => {
    const facts = withPolicies(deny({ resource: 'memory:mem_b', name: 'Not b' }));
    const sources = [memory(), memory({ id: 'mem_b' })];
    expect(decide(facts, { ...artifact, sources: [memory()] }).effect).toBe('allow');
    expect(decide(facts, { ...artifact, sources })).toMatchObject({
      effect: 'deny',
      reason: 'A memory that it was compiled from is hidden: The policy "Not b" denies it',
    });
  });

  it('is hidden by a policy on artifacts', () => {
    expect(decide(withPolicies(deny({ resource: 'artifact:art_a' })), artifact).effect).toBe('deny');
  });

  /** Whether an artifact without sources may be read: the decision, which must equal the filter's. */
  const mayRead = (facts: Facts, given: Partial<DataItem> = {}): boolean => {
    const subject = { ...artifact.item, ...given };
    const { artifact: filter } = filtersOf(facts);
    expect(passes(filter, subject)).toBe(decide(facts, { kind: 'artifact', item: subject }).effect === 'allow');
    return passes(filter, subject);
  };
  const tagged = (tag: string) => ({ resource: 'memory:*', conditions: { 'resource.tags': tag } });

  it('is governed like the events behind it, by all of their tags', () => {
    expect(mayRead(withPolicies(deny({ resource: 'memory:*' })))).toBe(false);
    const facts = withPolicies(deny(tagged('salary')));
    expect(mayRead(facts, { tags: ['refund', 'salary'] })).toBe(false);
    expect(mayRead(facts, { tags: ['refund'] })).toBe(true);
  });

  it('is hidden by policies on memories and by policies on artifacts', () => {
    const facts = withPolicies(deny(tagged('salary')), deny({ resource: 'artifact:art_a' }));
    expect(mayRead(facts)).toBe(false);
    expect(mayRead(facts, { id: 'art_b' })).toBe(true);
    expect(mayRead(facts, { id: 'art_b', tags: ['salary'] })).toBe(false);
  });

  it('is not matched by a policy that names a memory', () => {
    const closed = withPolicies(deny({ resource: 'memory:art_a' }), deny(tagged('salary')));
    expect(mayRead(closed)).toBe(true);
    const named = ['memory:art_a', 'memory:mem_b'].map((resource) => policy({ resource, priority: 1 }));
    const opened = withPolicies(...named, policy({ ...tagged('public'), priority: 1 }), deny({ resource: 'memory:*' }));
    expect(mayRead(opened)).toBe(false);
    expect(mayRead(opened, { tags: ['public'] })).toBe(true);
  });

  it('has a single filter if artifacts and events are governed alike', () => {
    const facts = withPolicies(deny({ conditions: { 'resource.tags': 'salary' } }));
    const filters = filtersOf(facts);
    expect(filters.artifact).toEqual(filters.event);
  });
});
