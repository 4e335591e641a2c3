import { operatorsOf, type Operators } from './attributes.ts';
import type { Attribute } from '@strata/contracts/schemas/policy-conditions';
import type { OrganizationMembership } from './decision.ts';
import {
  parseResourcePattern,
  type OrganizationFacts,
  type PolicyFact,
  type ResourcePattern,
} from '@strata/contracts/schemas/policy-facts';

export type Namespace = OrganizationFacts['namespaces'][number];

/** A policy with its pattern and conditions parsed. The lowest rank takes precedence. */
export interface Rule {
  readonly rank: number;
  readonly policy: PolicyFact;
  readonly pattern: ResourcePattern;
  readonly conditions: readonly (readonly [Attribute, Operators])[];
}

/** An organization's policy facts, indexed for decisions. */
export interface Organization {
  readonly id: string;
  /** Whether it governs what belongs to no organization. */
  readonly isOfTenant: boolean;
  readonly namespaces: ReadonlyMap<string, Namespace>;
  readonly teamOfAgent: ReadonlyMap<string, string | null>;
  readonly creatorOfAgent: ReadonlyMap<string, string | null>;
  readonly members: ReadonlyMap<string, OrganizationMembership>;
  readonly rules: readonly Rule[];
}

export const indexOrganization = ({
  id,
  isOfTenant = true,
  namespaces,
  agents,
  members,
  policies,
}: OrganizationFacts): Organization => ({
  id,
  isOfTenant,
  namespaces: new Map(namespaces.map((namespace) => [namespace.id, namespace])),
  teamOfAgent: new Map(agents.map((agent) => [agent.id, agent.teamId])),
  creatorOfAgent: new Map(agents.map((agent) => [agent.id, agent.createdBy ?? null])),
  members: new Map(members.map(({ userId, role, teamIds }) => [userId, { role, teamIds }])),
  rules: [...policies].sort(byPrecedence).map((policy, rank) => ({
    rank,
    policy,
    pattern: parseResourcePattern(policy.resource),
    conditions: operatorsOf(policy.conditions),
  })),
});

/** Highest priority first, then deny before allow, then by id so that the stated reason is always the same. */
function byPrecedence(a: PolicyFact, b: PolicyFact): number {
  if (a.priority !== b.priority) return b.priority - a.priority;
  if (a.effect !== b.effect) return a.effect === 'deny' ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}
