import type { Sensitivity } from '@strata/contracts/schemas/policy-conditions';
import { meets, type Attributes } from './attributes.ts';
import type { DecisionContext, Principal, OrganizationMembership } from './decision.ts';
import type { Action } from '@strata/contracts/schemas/policy-facts';
import type { Namespace, Organization, Rule } from './organization.ts';

/** What is decided by before any row is looked at: who asks whom, for which action, when. */
export interface MatchedRules {
  readonly organization: Organization;
  readonly membership: OrganizationMembership;
  /** Those that may still match, in order; of their conditions those that look at the row. */
  readonly rules: readonly Rule[];
  /** The same by resource pattern. */
  readonly byPattern: ReadonlyMap<string, readonly Rule[]>;
}

export const isOpen = (sensitivity: Sensitivity): boolean => sensitivity === 'public' || sensitivity === 'internal';

export function matchRules(
  own: Organization,
  { principal, environment, now }: DecisionContext,
  action: Action,
): MatchedRules {
  const standing = membershipOf(own, principal);
  const { agentId } = principal;
  const known: Partial<Attributes> = {
    'principal.id': [principal.id],
    'principal.role': present(standing.role),
    'principal.teamIds': standing.teamIds,
    'agent.id': present(agentId),
    environment: [environment],
    time: [now.toISOString()],
  };
  const rules = own.rules.flatMap((rule): Rule[] => {
    if (rule.policy.action !== '*' && rule.policy.action !== action) return [];
    const open = rule.conditions.filter(([attribute]) => known[attribute] === undefined);
    const isPossible = rule.conditions.every(([attribute, operators]) => {
      const values = known[attribute];
      return values === undefined || meets(attribute, operators, values);
    });
    return isPossible ? [{ ...rule, conditions: open }] : [];
  });
  return { organization: own, membership: standing, rules, byPattern: byPattern(rules) };
}

function byPattern(rules: readonly Rule[]): Map<string, Rule[]> {
  const found = new Map<string, Rule[]>();
  for (const rule of rules) {
    const { resource } = rule.policy;
    const known = found.get(resource);
    if (known === undefined) found.set(resource, [rule]);
    else known.push(rule);
  }
  return found;
}

/** What a principal is in an organization: as a member, and through the team of the agent that it acts as. */
export function membershipOf(own: Organization, { id, agentId, roles }: Principal): OrganizationMembership {
  const nobody: OrganizationMembership = { role: null, teamIds: [] };
  const { role, teamIds } = { ...(own.members.get(id) ?? nobody), ...roles?.get(own.id) };
  const agentTeam = agentId === null ? null : (own.teamOfAgent.get(agentId) ?? null);
  return { role, teamIds: agentTeam === null || teamIds.includes(agentTeam) ? teamIds : [...teamIds, agentTeam] };
}

/** Whether a namespace is open to whoever asks where no policy says otherwise. */
export const isOpenTo = (
  { sensitivity, teamIds }: Namespace,
  { role, teamIds: theirs }: OrganizationMembership,
): boolean => isOpen(sensitivity) || role === 'owner' || role === 'admin' || theirs.some((id) => teamIds.includes(id));

const present = (value: string | null): string[] => (value === null ? [] : [value]);
