import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { passes, type DataItem } from './filter.ts';
import type { LifecycleFacts } from '@strata/contracts/schemas/lifecycle-facts';
import { lifecycleRules, policyIdsOf, ruleOf } from './lifecycle-rules.ts';

type Policy = LifecycleFacts['organizations'][number]['policies'][number];

const ORDER = [
  ({ id }: DataItem) => (id === null ? [] : [`memory:${id}`]),
  ({ namespaceId }: DataItem) => (namespaceId === null ? [] : [`namespace:${namespaceId}`]),
  ({ agentId }: DataItem) => (agentId === null ? [] : [`agent:${agentId}`]),
  ({ namespaceId, agentId }: DataItem) => [
    ...(namespaceId === null ? [] : ['namespace:*']),
    ...(agentId === null ? [] : ['agent:*']),
  ],
  () => ['memory:*', '*:*'],
];

/** A second implementation, written from the documentation, one data item at a time. */
function slowly({ organizations }: LifecycleFacts, subject: DataItem) {
  const owner = organizations.find(({ namespaceIds, agentIds }) =>
    subject.namespaceId === null
      ? subject.agentId !== null && agentIds.includes(subject.agentId)
      : namespaceIds.includes(subject.namespaceId),
  );
  if (owner === undefined && subject.namespaceId !== null) return undefined;
  const policies = owner === undefined ? organizations.flatMap((own) => own.policies) : owner.policies;
  for (const scopesOf of ORDER) {
    const scopes = scopesOf(subject);
    const deciding = policies.filter(({ scope }) => scopes.includes(scope));
    if (deciding.length > 0) return outcomeOf(deciding);
  }
  return undefined;
}

function outcomeOf(deciding: readonly Policy[]) {
  const kept = Math.max(0, ...deciding.map(({ retentionDays }) => retentionDays ?? 0));
  const step = (of: (policy: Policy) => number | null): number | null => {
    const stated = deciding.map(of).filter((days) => days !== null);
    return stated.length === 0 ? null : Math.max(kept, ...stated);
  };
  return {
    archiveAfterDays: step((policy) => policy.archiveAfterDays),
    deleteAfterDays: step((policy) => policy.deleteAfterDays),
    policyIds: deciding.map(({ id }) => id).sort(),
  };
}

const namespaceId = fc.constantFrom('n1', 'n2', 'n3', 'n4');
const agentId = fc.constantFrom('a1', 'a2', 'a3', 'free');
const id = fc.constantFrom('m1', 'm2', 'm3', '__proto__');
const days = fc.option(fc.integer({ min: 0, max: 4 }));
const scope = fc.oneof(
  id.map((one) => `memory:${one}`),
  namespaceId.map((one) => `namespace:${one}`),
  agentId.map((one) => `agent:${one}`),
  fc.constantFrom('memory:*', 'namespace:*', 'agent:*', '*:*'),
);
const policies = fc.array(fc.record({ scope, retentionDays: days, archiveAfterDays: days, deleteAfterDays: days }), {
  maxLength: 8,
});
const facts = fc.tuple(policies, policies).map(([first, second]): LifecycleFacts => ({
  organizations: [
    { id: 'o1', namespaceIds: ['n1', 'n2'], agentIds: ['a1'], policies: numbered('x', first) },
    { id: 'o2', namespaceIds: ['n3'], agentIds: ['a2', 'a3'], policies: numbered('y', second) },
  ],
}));
const numbered = (prefix: string, given: Omit<Policy, 'id'>[]): Policy[] =>
  given.map((policy, at) => ({ ...policy, id: `${prefix}${String(at)}` }));
const subject: fc.Arbitrary<DataItem> = fc.record({
  id: fc.option(id),
  namespaceId: fc.option(namespaceId),
  agentId: fc.option(agentId),
  tags: fc.constant([]),
});

describe('lifecycle rules', () => {
  test('the first rule that an item passes has the outcome of the policies, and names them', () => {
    fc.assert(
      fc.property(facts, subject, (given, thing) => {
        const rules = lifecycleRules(given);
        const rule = ruleOf(rules, thing);
        const found = rule && {
          archiveAfterDays: rule.archiveAfterDays,
          deleteAfterDays: rule.deleteAfterDays,
          policyIds: [...policyIdsOf(rule, thing)].sort(),
        };
        expect(found).toEqual(slowly(given, thing));
      }),
      { numRuns: 5000 },
    );
  });

  test('a rule of the policy in focus covers only items that the policy decides about', () => {
    fc.assert(
      fc.property(facts, subject, (given, thing) => {
        const focus = given.organizations[0]?.policies[0]?.id ?? 'none';
        const rule = lifecycleRules(given, focus).find(({ filter }) => passes(filter, thing));
        const isFocused = rule !== undefined && [...rule.policyIds.values()].flat().includes(focus);
        expect(isFocused).toBe(slowly(given, thing)?.policyIds.includes(focus) ?? false);
      }),
      { numRuns: 3000 },
    );
  });

  test('a retention of a less specific scope has no effect', () => {
    const policy = { retentionDays: null, archiveAfterDays: null, deleteAfterDays: null };
    const given = {
      organizations: [
        {
          id: 'o1',
          namespaceIds: ['n1'],
          agentIds: [],
          policies: [
            { ...policy, id: 'long', scope: '*:*', retentionDays: 300 },
            { ...policy, id: 'short', scope: 'namespace:n1', deleteAfterDays: 1 },
          ],
        },
      ],
    };
    const thing = { id: 'm1', namespaceId: 'n1', agentId: null, tags: [] };
    expect(ruleOf(lifecycleRules(given), thing)).toMatchObject({ deleteAfterDays: 1 });
  });

  test('the largest number of scopes makes few rules', () => {
    const many = Array.from({ length: 1000 }, (_, at) => ({
      id: `p${String(at)}`,
      scope: `memory:m${String(at)}`,
      retentionDays: null,
      archiveAfterDays: at % 2,
      deleteAfterDays: null,
    }));
    const rules = lifecycleRules({
      organizations: [{ id: 'o1', namespaceIds: ['n1'], agentIds: ['a1'], policies: many }],
    });
    expect(rules).toHaveLength(6);
  });
});
