import { describe, expect, it } from '@jest/globals';
import type { Conditions } from '@strata/contracts/schemas/policy-conditions';
import type { Facts, OrganizationFacts, PolicyFact } from '@strata/contracts/schemas/policy-facts';
import { passes, type DataItem } from './filter.ts';
import { createPolicyEngine, type Decision, type Principal } from './policy-engine.ts';

const AGENT = 'agt_0123456789abcdef0123456789abcdef';
const CIRCUMSTANCES = { environment: 'live', now: new Date('2026-05-08T12:00:00Z') } as const;

const policy = (given: Partial<PolicyFact>): PolicyFact => ({
  ...{ id: 'pol_a', name: 'Not them', effect: 'deny', resource: '*:*', action: '*', conditions: {}, priority: 0 },
  ...given,
});
const factsOf = (policies: PolicyFact[] = [], agent: Partial<OrganizationFacts['agents'][number]> = {}): Facts => ({
  organizations: [
    {
      id: 'org_a',
      namespaces: [{ id: 'nsp_closed', sensitivity: 'confidential', teamIds: [] }],
      agents: [{ id: AGENT, teamId: 'team_a', ...agent }],
      members: [
        { userId: 'usr_admin', role: 'admin', teamIds: [] },
        { userId: 'usr_developer', role: 'developer', teamIds: ['team_a'] },
        { userId: 'usr_other', role: 'developer', teamIds: ['team_b'] },
        { userId: 'usr_viewer', role: 'viewer', teamIds: ['team_a'] },
      ],
      policies,
    },
  ],
});
const open: DataItem = { id: 'mem_a', namespaceId: null, agentId: null, tags: [] };
const closed: DataItem = { ...open, namespaceId: 'nsp_closed' };

const serviceKey = (agentId: string | null = null): Principal => ({ id: 'key_a', agentId });
const keyOf = (ownerId: string, agentId: string | null = null): Principal => ({ ...serviceKey(agentId), ownerId });

/** The decision on reading, which must equal the filter's. */
function decide(facts: Facts, principal: Principal, item = open): Decision {
  const engine = createPolicyEngine(facts);
  const decision = engine.decide({ principal, action: 'read', kind: 'memory', item, ...CIRCUMSTANCES });
  const { memory } = engine.readFilters({ principal, ...CIRCUMSTANCES });
  expect(passes(memory, item)).toBe(decision.effect === 'allow');
  return decision;
}

describe('A key of a user', () => {
  it.each<Conditions>([
    { 'principal.role': 'developer' },
    { 'principal.id': 'usr_other' },
    { 'principal.teamIds': 'team_b' },
  ])('is denied what its user is denied, and the reason says so: %j', (conditions) => {
    const facts = factsOf([policy({ conditions })]);
    expect(decide(facts, keyOf('usr_other'))).toMatchObject({
      effect: 'deny',
      reason: 'The user who this key belongs to is denied: The policy "Not them" denies it',
    });
    for (const other of [keyOf('usr_admin'), serviceKey()]) expect(decide(facts, other).effect).toBe('allow');
  });

  it('is denied what a key is denied, even if its user is not', () => {
    expect(decide(factsOf(), keyOf('usr_admin'), closed).effect).toBe('deny');
    const facts = factsOf([policy({ conditions: { 'principal.role': { notIn: ['admin'] } } })]);
    expect(decide(facts, keyOf('usr_admin')).reason).toBe('The policy "Not them" denies it');
  });

  it('gets nothing by its own id that its user does not have', () => {
    const conditions = { 'principal.id': 'key_a' };
    const facts = factsOf([policy({ effect: 'allow', resource: 'namespace:nsp_closed', conditions })]);
    expect(decide(facts, keyOf('usr_other'), closed).effect).toBe('deny');
    for (const other of [keyOf('usr_admin'), serviceKey()]) expect(decide(facts, other, closed).effect).toBe('allow');
  });

  it('acts as its agent while its user may, and may do nothing after that', () => {
    const byAgent = policy({ effect: 'allow', conditions: { 'agent.id': AGENT } });
    const mayRead = (userId: string, agent = {}): boolean =>
      decide(factsOf([byAgent], agent), keyOf(userId, AGENT), closed).effect === 'allow';
    for (const userId of ['usr_developer', 'usr_admin']) expect(mayRead(userId)).toBe(true);
    for (const userId of ['usr_other', 'usr_viewer', 'usr_gone']) expect(mayRead(userId)).toBe(false);
    expect(mayRead('usr_developer', { teamId: 'team_b' })).toBe(false);
    expect(mayRead('usr_developer', { teamId: null })).toBe(false);
    expect(mayRead('usr_developer', { teamId: null, createdBy: 'usr_developer' })).toBe(true);
    expect(decide(factsOf(), keyOf('usr_other', AGENT)).reason).toBe(
      'The user who this key belongs to may not act as its agent any more',
    );
    expect(decide(factsOf([byAgent]), serviceKey(AGENT), closed).effect).toBe('allow');
  });

  it('has the filters of a service key if no policy treats the two differently', () => {
    const filtersOf = (facts: Facts, principal: Principal) =>
      createPolicyEngine(facts).readFilters({ principal, ...CIRCUMSTANCES });
    for (const facts of [{ organizations: [] }, factsOf([policy({ conditions: { 'resource.tags': 'salary' } })])])
      expect(filtersOf(facts, keyOf('usr_other'))).toEqual(filtersOf(facts, serviceKey()));
  });
});
