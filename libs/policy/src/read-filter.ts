import { meets, type Operators } from './attributes.ts';
import type { Attribute } from '@strata/contracts/schemas/policy-conditions';
import type { DataKind } from './decision.ts';
import type { ResourcePattern } from '@strata/contracts/schemas/policy-facts';
import { all, among, any, not, type Filter } from './filter.ts';
import type { Organization, Rule } from './organization.ts';
import { isOpenTo, type MatchedRules, type OrganizationRules } from './matched-rules.ts';

const IN_A_NAMESPACE: Filter = { on: 'namespaceId', among: 'any' };

/** The decision about every data item of one kind as one filter: everything that does not depend on the item is worked out. */
export function readFilterOf(matched: readonly OrganizationRules[], kind: DataKind): Filter {
  const inNamespaces = matched.map((rules) => {
    const namespaces = [...rules.organization.namespaces.values()];
    if (namespaces.length === 0) return false;
    const isGoverned = among('namespaceId', [...rules.organization.namespaces.keys()]);
    const isAllowed = forAll(rules, (each) => {
      const open = namespaces.filter((namespace) => isOpenTo(namespace, each.membership)).map(({ id }) => id);
      return decided(each, kind, 'a namespace', among('namespaceId', open));
    });
    return all([isGoverned, isAllowed]);
  });
  const identities = matched.flatMap(({ organization }) => [...organization.teamOfAgent.keys()]);
  const inNone = matched.map((rules) => {
    const { isOfTenant, teamOfAgent } = rules.organization;
    const others = identities.filter((id) => !teamOfAgent.has(id));
    const isNotGoverned = isOfTenant ? among('agentId', others) : not(among('agentId', [...teamOfAgent.keys()]));
    return any([isNotGoverned, forAll(rules, (each) => decided(each, kind, 'none', true))]);
  });
  return any([...inNamespaces, all([not(IN_A_NAMESPACE), ...inNone])]);
}

/** The filters of everyone who must be allowed, as one. */
function forAll({ own, ofOwner }: OrganizationRules, filterOf: (rules: MatchedRules) => Filter): Filter {
  const filter = filterOf(own);
  return ofOwner === null ? filter : allOf(filter, filterOf(ofOwner));
}

/** Both filters, or one if they are equal. */
export const allOf = (a: Filter, b: Filter): Filter => (JSON.stringify(a) === JSON.stringify(b) ? a : all([a, b]));

type Where = 'a namespace' | 'none';

/** The first rule that matches decides; if none does, `otherwise` holds. Consecutive rules of one effect become one condition. */
function decided({ organization, rules }: MatchedRules, kind: DataKind, where: Where, otherwise: Filter): Filter {
  let rest = otherwise;
  for (let end = rules.length; end > 0;) {
    const effect = rules[end - 1]?.policy.effect;
    let start = end;
    while (start > 0 && rules[start - 1]?.policy.effect === effect) start -= 1;
    const matches = rules.slice(start, end).map((rule) => matching(organization, rule, kind, where));
    rest = effect === 'allow' ? any([...matches, rest]) : all([not(any(matches)), rest]);
    end = start;
  }
  return rest;
}

const matching = (organization: Organization, { pattern, conditions }: Rule, kind: DataKind, where: Where): Filter =>
  all([
    concerning(organization, pattern, kind, where),
    ...conditions.map(([attribute, operators]) => holding(organization, attribute, operators, where)),
  ]);

function concerning(organization: Organization, pattern: ResourcePattern, kind: DataKind, where: Where): Filter {
  switch (pattern.kind) {
    case null:
      return true;
    case 'namespace':
      if (where === 'none') return false;
      if (pattern.id === null) return true;
      return organization.namespaces.has(pattern.id) && among('namespaceId', [pattern.id]);
    case 'agent':
      return pattern.id === null ? { on: 'agentId', among: 'any' } : among('agentId', [pattern.id]);
    default:
      if (kind === 'event') return pattern.kind === 'memory' && pattern.id === null;
      if (pattern.kind !== kind) return false;
      return pattern.id === null || among('id', [pattern.id]);
  }
}

function holding(organization: Organization, attribute: Attribute, operators: Operators, where: Where): Filter {
  if (attribute === 'resource.tags') return onTags(operators);
  if (where === 'none') return meets(attribute, operators, []);
  const met = [...organization.namespaces.values()].filter(({ sensitivity }) =>
    meets(attribute, operators, [sensitivity]),
  );
  const ids = met.map(({ id }) => id);
  return met.length === organization.namespaces.size || among('namespaceId', ids);
}

const onTags = ({ in: wanted, notIn, gte, lte }: Operators): Filter =>
  all([
    wanted === undefined || among('tags', wanted),
    notIn === undefined || not(among('tags', notIn)),
    gte === undefined || { on: 'tags', gte },
    lte === undefined || { on: 'tags', lte },
  ]);
