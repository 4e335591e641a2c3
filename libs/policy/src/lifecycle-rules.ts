import type { LifecycleFacts } from '@strata/contracts/schemas/lifecycle-facts';
import { parseResourcePattern, type ResourceKind } from '@strata/contracts/schemas/policy-facts';
import { all, among, not, passes, type Filter, type DataItem } from './filter.ts';

type Organization = LifecycleFacts['organizations'][number];
type Policy = Organization['policies'][number];
type Named = 'id' | 'namespaceId' | 'agentId';

/** After how many days; null means never. */
export interface LifecyclePeriods {
  readonly archiveAfterDays: number | null;
  readonly deleteAfterDays: number | null;
}

/** One rule of a decision list: applies to memories and events that pass its filter and no earlier rule's. */
export interface LifecycleRule extends LifecyclePeriods {
  readonly filter: Filter;
  /** The field by which the policies' scopes name data items; null if they name none. */
  readonly by: Named | null;
  /** Ids of the policies that decide together, by the value of `by` ('' if it is null). */
  readonly policyIds: ReadonlyMap<string, readonly string[]>;
}

/** The rules for one tenant scope's memories or events, and the time to apply them at. */
export interface LifecyclePlan {
  readonly rules: readonly LifecycleRule[];
  readonly now: Date;
}

/** The scopes that name a data item, the most specific first. */
const NAMED: readonly (readonly [ResourceKind, Named])[] = [
  ['memory', 'id'],
  ['namespace', 'namespaceId'],
  ['agent', 'agentId'],
];
const IN_NAMESPACE: Filter = { on: 'namespaceId', among: 'any' };
const OF_AGENT: Filter = { on: 'agentId', among: 'any' };

/**
 * The lifecycle policies of a tenant as a decision list: the first rule that a memory or event passes applies; if it
 * passes none, it is kept for ever. Rules with equal outcomes are merged, except that rules of the policy `focus` stay
 * separate.
 */
export function lifecycleRules({ organizations }: LifecycleFacts, focus?: string): LifecycleRule[] {
  const outside = not(IN_NAMESPACE);
  const everyAgent = organizations.flatMap(({ agentIds }) => agentIds);
  const inNamespaces = organizations.flatMap((own) =>
    rulesWithin(among('namespaceId', own.namespaceIds), own.policies, focus),
  );
  const ofAgents = organizations.flatMap((own) =>
    rulesWithin(all([outside, among('agentId', own.agentIds)]), own.policies, focus),
  );
  const ungoverned = rulesWithin(
    all([outside, not(among('agentId', everyAgent))]),
    organizations.flatMap(({ isOfTenant = true, policies }) => (isOfTenant ? policies : [])),
    focus,
  );
  return [...inNamespaces, ...ofAgents, ...ungoverned];
}

/** The rule that applies to a data item, if one does. */
export const ruleOf = (rules: readonly LifecycleRule[], item: DataItem): LifecycleRule | undefined =>
  rules.find(({ filter }) => passes(filter, item));

/** The policies behind the rule that applies to a data item. */
export const policyIdsOf = ({ by, policyIds }: LifecycleRule, item: DataItem): readonly string[] =>
  policyIds.get(by === null ? '' : (item[by] ?? '')) ?? [];

/** The same rules, but only those of the policy `focus` have an effect. */
export const onlyOf = (rules: readonly LifecycleRule[], focus: string): LifecycleRule[] =>
  rules.map((rule) =>
    [...rule.policyIds.values()].some((ids) => ids.includes(focus))
      ? rule
      : { ...rule, archiveAfterDays: null, deleteAfterDays: null },
  );

/** The rules that these policies make for data items that pass `guard`. */
function rulesWithin(guard: Filter, policies: readonly Policy[], focus: string | undefined): LifecycleRule[] {
  if (guard === false || policies.length === 0) return [];
  const byScope = groupBy(policies, ({ scope }) => scope);
  const of = (scope: string): readonly Policy[] => byScope.get(scope) ?? [];
  const rule = (filter: Filter, deciding: readonly Policy[]): LifecycleRule[] =>
    deciding.length === 0
      ? []
      : [
          {
            filter: all([guard, filter]),
            ...combinedPeriods(deciding),
            by: null,
            policyIds: new Map([['', idsOf(deciding)]]),
          },
        ];
  return [
    ...NAMED.flatMap(([kind, by]) => namedRules(guard, kind, by, byScope, focus)),
    ...rule(all([IN_NAMESPACE, OF_AGENT]), [...of('namespace:*'), ...of('agent:*')]),
    ...rule(IN_NAMESPACE, of('namespace:*')),
    ...rule(OF_AGENT, of('agent:*')),
    ...rule(true, [...of('memory:*'), ...of('*:*')]),
  ];
}

/** Scopes of one kind name different items, so scopes with equal outcomes share a rule. */
function namedRules(
  guard: Filter,
  kind: ResourceKind,
  by: Named,
  byScope: ReadonlyMap<string, readonly Policy[]>,
  focus: string | undefined,
): LifecycleRule[] {
  const named = [...byScope].flatMap(([scope, deciding]) => {
    const pattern = parseResourcePattern(scope);
    return pattern.kind === kind && pattern.id !== null
      ? [{ id: pattern.id, periods: combinedPeriods(deciding), policyIds: idsOf(deciding) }]
      : [];
  });
  const alike = groupBy(named, ({ periods: { archiveAfterDays, deleteAfterDays }, policyIds }) =>
    JSON.stringify([archiveAfterDays, deleteAfterDays, focus !== undefined && policyIds.includes(focus)]),
  );
  return [...alike.values()].flatMap((scopes) => {
    const [first] = scopes;
    if (first === undefined) return [];
    const ids = scopes.map(({ id }) => id);
    const policyIds = new Map(scopes.map((scope) => [scope.id, scope.policyIds]));
    return [{ filter: all([guard, among(by, ids)]), ...first.periods, by, policyIds }];
  });
}

const idsOf = (policies: readonly Policy[]): string[] => policies.map(({ id }) => id);

/** Each step happens at the latest time that any policy states, and never before the longest retention. */
function combinedPeriods(policies: readonly Policy[]): LifecyclePeriods {
  const kept = latest(policies.map(({ retentionDays }) => retentionDays)) ?? 0;
  const after = (stated: readonly (number | null)[]): number | null => {
    const days = latest(stated);
    return days === null ? null : Math.max(days, kept);
  };
  return {
    archiveAfterDays: after(policies.map(({ archiveAfterDays }) => archiveAfterDays)),
    deleteAfterDays: after(policies.map(({ deleteAfterDays }) => deleteAfterDays)),
  };
}

const latest = (days: readonly (number | null)[]): number | null =>
  days.reduce((most, one) => (most === null || (one !== null && one > most) ? one : most), null);

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key) ?? [];
    groups.set(key, group);
    group.push(item);
  }
  return groups;
}
