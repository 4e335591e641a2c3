import { SENSITIVITIES, type Attribute, type Conditions } from '@strata/contracts/schemas/policy-conditions';
import type { Facts, OrganizationFacts, PolicyFact } from '@strata/contracts/schemas/policy-facts';
import type { DataItem } from '../src/filter.ts';
import type { Circumstances, Principal } from '../src/policy-engine.ts';
import { ROLES } from '@strata/contracts/schemas/organization';
import fc from 'fast-check';

/** Random facts of a tenant and requests about them: few names, so that they coincide often. */

const NAMESPACES = ['nsp_0', 'nsp_1', 'nsp_2', 'nsp_3'];
const IDENTITIES = ['agt_0123456789abcdef0123456789abcdef', 'agt_fedcba9876543210fedcba9876543210'];
const GONE_IDENTITY = 'agt_00000000000000000000000000000000';
/** Sorted by code point; sorted by UTF-16 code unit the last two would swap. */
const WORDS = ['Z', 'a', 'a ', 'ab', 'ß', '\u{ffee}', '\u{1f600}'];
const AGENTS = [...IDENTITIES, GONE_IDENTITY, 'coder', '\u{ffee}', '\u{1f600}'];
const TEAMS = ['team_0', 'team_1', 'team_2'];
const USERS = ['usr_0', 'usr_1', 'usr_2'];
const MEMORIES = ['mem_0', 'mem_1', 'mem_2'];
const ARTIFACTS = ['art_0', 'art_1'];
const TIMES = [
  '2026-03-01T09:29:59.999Z',
  '2026-03-01T09:30:00.000Z',
  '2026-03-01T09:30:59.999Z',
  '2026-03-02T23:59:00.000Z',
];
const TIME_BOUNDS = [...TIMES, '2026-03-01T10:30:00+01:00', '09:29', '09:30', '23:59', '00:00'];

const pick = <Value>(values: readonly Value[]): fc.Arbitrary<Value> => fc.constantFrom(...values);
const some = <Value>(values: readonly Value[]): fc.Arbitrary<Value[]> =>
  fc.uniqueArray(pick(values), { maxLength: values.length });

const conditionOn = <Value extends string>(values: readonly Value[]) => {
  const value = pick(values);
  const list = fc.array(value, { minLength: 1, maxLength: 3 });
  const operators = fc
    .record({ equals: value, in: list, notIn: list, gte: value, lte: value }, { requiredKeys: [] })
    .filter((given) => Object.keys(given).length > 0);
  return fc.oneof(value, list, operators);
};

const onAttribute = (attribute: Attribute, values: readonly string[]): fc.Arbitrary<Conditions> =>
  conditionOn(values).map((condition) => ({ [attribute]: condition }));
const oneCondition = fc.oneof(
  onAttribute('principal.id', [...USERS, 'key_0']),
  onAttribute('principal.role', ROLES),
  onAttribute('principal.teamIds', TEAMS),
  onAttribute('agent.id', AGENTS),
  onAttribute('resource.sensitivity', SENSITIVITIES),
  onAttribute('resource.tags', WORDS),
  onAttribute('environment', ['live', 'test']),
  onAttribute('time', TIME_BOUNDS),
);
const conditions = fc
  .array(oneCondition, { maxLength: 2 })
  .map((parts): Conditions => Object.fromEntries(parts.flatMap((part) => Object.entries(part))));

const resource = fc.oneof(
  fc.constant('*:*'),
  pick(['namespace:*', 'agent:*', 'memory:*', 'artifact:*']),
  pick([...NAMESPACES, 'nsp_none']).map((id) => `namespace:${id}`),
  pick(AGENTS).map((id) => `agent:${id}`),
  pick(MEMORIES).map((id) => `memory:${id}`),
  pick(ARTIFACTS).map((id) => `artifact:${id}`),
);

const policy: fc.Arbitrary<Omit<PolicyFact, 'id' | 'name'>> = fc.record({
  effect: pick(['allow', 'deny'] as const),
  resource,
  action: pick(['read', 'write', '*'] as const),
  conditions,
  priority: pick([-1, 0, 0.5, 7]),
});

const member = fc.record({ role: pick(ROLES), teamIds: some(TEAMS) });

interface Owned {
  readonly sensitivity: OrganizationFacts['namespaces'][number]['sensitivity'];
  readonly teamIds: string[];
  readonly owner: number;
}
const owned: fc.Arbitrary<Owned> = fc.record({
  sensitivity: pick(SENSITIVITIES),
  teamIds: some(TEAMS),
  owner: fc.nat(3),
});

/** Up to three organizations; each namespace and agent identity belongs to one of them, or to none. */
export const facts: fc.Arbitrary<Facts> = fc
  .record({
    namespaces: fc.tuple(owned, owned, owned, owned),
    agents: fc.tuple(
      ...IDENTITIES.map(() =>
        fc.record({ owner: fc.nat(3), teamId: fc.option(pick(TEAMS)), createdBy: fc.option(pick(USERS)) }),
      ),
    ),
    organizations: fc.array(
      fc.record({
        members: fc.dictionary(pick(USERS), member, { noNullPrototype: true }),
        policies: fc.array(policy, { maxLength: 6 }),
        isOfTenant: fc.constantFrom(true, true, false),
      }),
      { maxLength: 3 },
    ),
  })
  .map(({ namespaces, agents, organizations }) => ({
    organizations: organizations.map(({ members, policies, isOfTenant }, position) => ({
      id: `org_${String(position)}`,
      isOfTenant,
      namespaces: namespaces.flatMap(({ owner, ...namespace }, at) =>
        owner === position ? [{ id: NAMESPACES[at] ?? '', ...namespace }] : [],
      ),
      agents: agents.flatMap(({ owner, ...agent }, at) =>
        owner === position ? [{ id: IDENTITIES[at] ?? '', ...agent }] : [],
      ),
      members: Object.entries(members).map(([userId, standing]) => ({ userId, ...standing })),
      policies: policies.map((given, at) => ({
        ...given,
        id: `pol_${String(position)}_${String(at)}`,
        name: `Policy ${String(at)}`,
      })),
    })),
  }));

const roles = fc
  .dictionary(
    pick(['org_0', 'org_1']),
    fc.record({ role: fc.option(pick(ROLES)), teamIds: some(TEAMS) }, { requiredKeys: [] }),
  )
  .map((given) => new Map(Object.entries(given)));

export const principal: fc.Arbitrary<Principal> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ id: pick([...USERS, 'usr_none']), agentId: fc.constant(null) }) },
  { weight: 3, arbitrary: fc.record({ id: fc.constant('key_0'), agentId: fc.option(pick(AGENTS)) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      id: fc.constant('key_0'),
      agentId: fc.option(pick(AGENTS)),
      ownerId: pick([...USERS, 'usr_none']),
    }),
  },
  { weight: 1, arbitrary: fc.record({ id: pick(USERS), agentId: fc.option(pick(AGENTS)), roles }) },
);

export const circumstances: fc.Arbitrary<Circumstances> = fc.record({
  environment: pick(['live', 'test'] as const),
  now: pick(TIMES).map((at) => new Date(at)),
});

const place = fc.record({
  namespaceId: fc.option(pick([...NAMESPACES, 'nsp_none'])),
  agentId: fc.option(pick(AGENTS)),
});
const tags = some(WORDS);

export const event: fc.Arbitrary<DataItem> = fc
  .tuple(place, tags)
  .map(([where, tagged]) => ({ id: null, ...where, tags: tagged }));
export const memory: fc.Arbitrary<DataItem> = fc
  .tuple(pick(MEMORIES), place, tags)
  .map(([id, where, tagged]) => ({ id, ...where, tags: tagged }));

const artifactOf = (fewest: number, most: number) =>
  fc
    .tuple(
      pick(ARTIFACTS),
      place,
      tags,
      fc.array(fc.tuple(pick(MEMORIES), tags), { minLength: fewest, maxLength: most }),
    )
    .map(([id, where, tagged, sources]) => ({
      item: { id, ...where, tags: tagged },
      sources: sources.map(([memoryId, its]): DataItem => ({ id: memoryId, ...where, tags: its })),
    }));

/** An artifact with the memories that it was compiled from, which have its namespace and agent. */
export const artifact = artifactOf(1, 3);
/** An artifact whose memories are all deleted. */
export const bareArtifact = artifactOf(0, 0);
