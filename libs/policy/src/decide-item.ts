import { meets } from './attributes.ts';
import type { Attribute } from '@strata/contracts/schemas/policy-conditions';
import type { Decision, DataKind } from './decision.ts';
import type { DataItem } from './filter.ts';
import type { Rule } from './organization.ts';
import { isOpen, isOpenTo, type MatchedRules } from './matched-rules.ts';

/** One organization's decision about one data item. */
export function decideItem(matched: MatchedRules, kind: DataKind, item: DataItem): Decision {
  const { organization, membership } = matched;
  const rule = firstMatching(matched, kind, item);
  if (rule !== undefined) {
    const { id, name, effect } = rule.policy;
    const reason = `The policy "${name}" ${effect === 'allow' ? 'allows' : 'denies'} it`;
    return { effect, policy: { id, name }, organizationId: organization.id, reason };
  }
  const byDefault = (effect: Decision['effect'], reason: string): Decision => ({
    effect,
    policy: null,
    organizationId: organization.id,
    reason: `No policy matches, and ${reason}`,
  });
  const { namespaceId } = item;
  if (namespaceId === null) return byDefault('allow', 'it is in no namespace, so the whole tenant may read it');
  const namespace = organization.namespaces.get(namespaceId);
  if (namespace === undefined) return byDefault('deny', 'the namespace does not exist');
  const { sensitivity } = namespace;
  if (isOpen(sensitivity)) return byDefault('allow', `the namespace is ${sensitivity}`);
  const who = 'which is open only to its teams, owners and admins';
  return byDefault(isOpenTo(namespace, membership) ? 'allow' : 'deny', `the namespace is ${sensitivity}, ${who}`);
}

/** The rule of highest precedence that matches the item: only rules whose pattern names the item are tried. */
function firstMatching(matched: MatchedRules, kind: DataKind, item: DataItem): Rule | undefined {
  const matches = ({ conditions }: Rule): boolean =>
    conditions.every(([attribute, operators]) => meets(attribute, operators, valuesOf(matched, attribute, item)));
  let first: Rule | undefined;
  for (const pattern of patternsOf(kind, item)) {
    for (const rule of matched.byPattern.get(pattern) ?? []) {
      if (first !== undefined && first.rank < rule.rank) break;
      if (matches(rule)) first = rule;
    }
  }
  return first;
}

/** The patterns that name an item. Events are governed by `memory:*`; no pattern names a single event. */
function patternsOf(kind: DataKind, { id, namespaceId, agentId }: DataItem): string[] {
  const patterns = ['*:*', kind === 'event' ? 'memory:*' : `${kind}:*`];
  if (kind !== 'event' && id !== null) patterns.push(`${kind}:${id}`);
  if (namespaceId !== null) patterns.push('namespace:*', `namespace:${namespaceId}`);
  if (agentId !== null) patterns.push('agent:*', `agent:${agentId}`);
  return patterns;
}

/** The item's value of an attribute. All other attributes were checked in `matchRules`. */
function valuesOf(
  { organization }: MatchedRules,
  attribute: Attribute,
  { namespaceId, tags }: DataItem,
): readonly string[] {
  if (attribute === 'resource.tags') return tags;
  const namespace = namespaceId === null ? undefined : organization.namespaces.get(namespaceId);
  return namespace === undefined ? [] : [namespace.sensitivity];
}
