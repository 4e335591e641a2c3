import { meets, type Operators } from './attributes.ts';
import type { Attribute } from '@strata/contracts/schemas/policy-conditions';
import type { DataKind } from './decision.ts';
import type { ResourcePattern } from '@strata/contracts/schemas/policy-facts';
import { all, among, any, not, type Filter } from './filter.ts';
import type { Organization, Rule } from './organization.ts';
import { isOpenTo, type MatchedRules } from './matched-rules.ts';

const IN_A_NAMESPACE: Filter = { on: 'namespaceId', among: 'any' };

/** What may be read, as one condition: every verdict, with everything worked out that does not depend on the row. */
export function readFilterOf(stances: readonly MatchedRules[], kind: DataKind): Filter {
  const inNamespaces = stances.map((stance) => {
    const { organization: own, membership: standing } = stance;
    const namespaces = [...own.namespaces.values()];
    const open = namespaces.filter((namespace) => isOpenTo(namespace, standing)).map(({ id }) => id);
    if (namespaces.length === 0) return false;
    const isTheirs = among('namespaceId', [...own.namespaces.keys()]);
    return all([isTheirs, decided(stance, kind, 'a namespace', among('namespaceId', open))]);
  });
  const identities = stances.flatMap(({ organization: own }) => [...own.teamOfAgent.keys()]);
  const inNone = stances.map((stance) => {
    const { isOfTenant, teamOfAgent } = stance.organization;
    const others = identities.filter((id) => !teamOfAgent.has(id));
    const isNotTheirs = isOfTenant ? among('agentId', others) : not(among('agentId', [...teamOfAgent.keys()]));
    return any([isNotTheirs, decided(stance, kind, 'none', true)]);
  });
  return any([...inNamespaces, all([not(IN_A_NAMESPACE), ...inNone])]);
}

type Where = 'a namespace' | 'none';

/** The first rule that matches decides; where none does, `otherwise`. Neighbours of one effect are one condition. */
function decided({ organization: own, rules }: MatchedRules, kind: DataKind, where: Where, otherwise: Filter): Filter {
  let rest = otherwise;
  for (let end = rules.length; end > 0;) {
    const effect = rules[end - 1]?.policy.effect;
    let start = end;
    while (start > 0 && rules[start - 1]?.policy.effect === effect) start -= 1;
    const matches = rules.slice(start, end).map((rule) => matching(own, rule, kind, where));
    rest = effect === 'allow' ? any([...matches, rest]) : all([not(any(matches)), rest]);
    end = start;
  }
  return rest;
}

const matching = (own: Organization, { pattern, conditions }: Rule, kind: DataKind, where: Where): Filter =>
  all([
    concerning(own, pattern, kind, where),
    ...conditions.map(([attribute, operators]) => holding(own, attribute, operators, where)),
  ]);

function concerning(own: Organization, pattern: ResourcePattern, kind: DataKind, where: Where): Filter {
  switch (pattern.kind) {
    case null:
      return true;
    case 'namespace':
      if (where === 'none') return false;
      if (pattern.id === null) return true;
      return own.namespaces.has(pattern.id) && among('namespaceId', [pattern.id]);
    case 'agent':
      return pattern.id === null ? { on: 'agentId', among: 'any' } : among('agentId', [pattern.id]);
    default:
      if (kind === 'event') return pattern.kind === 'memory' && pattern.id === null;
      if (pattern.kind !== kind) return false;
      return pattern.id === null || among('id', [pattern.id]);
  }
}

function holding(own: Organization, attribute: Attribute, operators: Operators, where: Where): Filter {
  if (attribute === 'resource.tags') return onTags(operators);
  if (where === 'none') return meets(attribute, operators, []);
  const met = [...own.namespaces.values()].filter(({ sensitivity }) => meets(attribute, operators, [sensitivity]));
  const ids = met.map(({ id }) => id);
  return met.length === own.namespaces.size || among('namespaceId', ids);
}

const onTags = ({ in: wanted, notIn, gte, lte }: Operators): Filter =>
  all([
    wanted === undefined || among('tags', wanted),
    notIn === undefined || not(among('tags', notIn)),
    gte === undefined || { on: 'tags', gte },
    lte === undefined || { on: 'tags', lte },
  ]);
