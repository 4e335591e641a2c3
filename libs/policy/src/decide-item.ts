import { meets } from './attributes.ts';
import type { Attribute } from '@strata/contracts/schemas/policy-conditions';
import type { Decision, DataKind } from './decision.ts';
import type { DataItem } from './filter.ts';
import type { Rule } from './organization.ts';
import { isOpen, isOpenTo, type MatchedRules } from './matched-rules.ts';

/** What one organization says about one row. */
export function decideItem(stance: MatchedRules, kind: DataKind, subject: DataItem): Decision {
  const { organization: own, membership: standing } = stance;
  const rule = firstMatching(stance, kind, subject);
  if (rule !== undefined) {
    const { id, name, effect } = rule.policy;
    const reason = `The policy "${name}" ${effect === 'allow' ? 'allows' : 'denies'} it`;
    return { effect, policy: { id, name }, organizationId: own.id, reason };
  }
  const byDefault = (effect: Decision['effect'], reason: string): Decision => ({
    effect,
    policy: null,
    organizationId: own.id,
    reason: `No policy matches, and ${reason}`,
  });
  const { namespaceId } = subject;
  if (namespaceId === null) return byDefault('allow', 'it lies in no namespace, so it is open to the tenant');
  const namespace = own.namespaces.get(namespaceId);
  if (namespace === undefined) return byDefault('deny', 'the namespace does not exist');
  const { sensitivity } = namespace;
  if (isOpen(sensitivity)) return byDefault('allow', `the namespace is ${sensitivity}`);
  const who = 'which is open to its teams, owners and admins alone';
  return byDefault(isOpenTo(namespace, standing) ? 'allow' : 'deny', `the namespace is ${sensitivity}, ${who}`);
}

/** Of the rules under each pattern that names the row the first that matches, and of these the first. */
function firstMatching(stance: MatchedRules, kind: DataKind, subject: DataItem): Rule | undefined {
  const matches = ({ conditions }: Rule): boolean =>
    conditions.every(([attribute, operators]) => meets(attribute, operators, valuesOf(stance, attribute, subject)));
  let first: Rule | undefined;
  for (const pattern of patternsOf(kind, subject)) {
    for (const rule of stance.byPattern.get(pattern) ?? []) {
      if (first !== undefined && first.rank < rule.rank) break;
      if (matches(rule)) first = rule;
    }
  }
  return first;
}

/** An event is governed by what is said of all memories; it has no id that a pattern could name. */
function patternsOf(kind: DataKind, { id, namespaceId, agentId }: DataItem): string[] {
  const patterns = ['*:*', kind === 'event' ? 'memory:*' : `${kind}:*`];
  if (kind !== 'event' && id !== null) patterns.push(`${kind}:${id}`);
  if (namespaceId !== null) patterns.push('namespace:*', `namespace:${namespaceId}`);
  if (agentId !== null) patterns.push('agent:*', `agent:${agentId}`);
  return patterns;
}

/** The attributes of the row; the others have been looked at already. */
function valuesOf(
  { organization: own }: MatchedRules,
  attribute: Attribute,
  { namespaceId, tags }: DataItem,
): readonly string[] {
  if (attribute === 'resource.tags') return tags;
  const namespace = namespaceId === null ? undefined : own.namespaces.get(namespaceId);
  return namespace === undefined ? [] : [namespace.sensitivity];
}
