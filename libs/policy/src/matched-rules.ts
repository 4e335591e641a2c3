import { addToGroup } from '@strata/kernel/add-to-group';
import type { Sensitivity } from '@strata/contracts/schemas/policy-conditions';
import { meets, type Attributes } from './attributes.ts';
import type { DecisionContext, Principal, OrganizationMembership } from './decision.ts';
import type { Action } from '@strata/contracts/schemas/policy-facts';
import type { Namespace, Organization, Rule } from './organization.ts';

/** The rules of one organization that can apply to a request, before any data item is looked at. */
export interface MatchedRules {
  readonly organization: Organization;
  readonly membership: OrganizationMembership;
  /** In order of precedence. Only the conditions that depend on the data item are left. */
  readonly rules: readonly Rule[];
  /** The same rules, by resource pattern. */
  readonly byPattern: ReadonlyMap<string, readonly Rule[]>;
}

/** The rules of one organization for everyone who must be allowed: the principal and, if it differs, the user behind its key. */
export interface OrganizationRules {
  readonly organization: Organization;
  readonly own: MatchedRules;
  /** Null if checking the owner as well would change no decision. */
  readonly ofOwner: MatchedRules | null;
}

/** Whether every caller of the tenant may read the namespace if no policy decides. */
export const isOpen = (sensitivity: Sensitivity): boolean => sensitivity === 'public' || sensitivity === 'internal';

export function matchForAll(organization: Organization, context: DecisionContext, action: Action): OrganizationRules {
  const own = matchRules(organization, context, action);
  const { ownerId, agentId, roles } = context.principal;
  if (ownerId === undefined) return { organization, own, ofOwner: null };
  const ofOwner = matchRules(organization, { ...context, principal: { id: ownerId, agentId } }, action);
  // By default, what is open to a key is open to its owner: the key has no role, and its only team is that of its agent.
  const addsNothing = roles === undefined && haveSameRules(own, ofOwner);
  return { organization, own, ofOwner: addsNothing ? null : ofOwner };
}

const haveSameRules = (a: MatchedRules, b: MatchedRules): boolean =>
  a.rules.length === b.rules.length && a.rules.every(({ rank }, position) => rank === b.rules[position]?.rank);

/** Drops the rules that cannot apply to this principal, action, environment and time. */
function matchRules(
  organization: Organization,
  { principal, environment, now }: DecisionContext,
  action: Action,
): MatchedRules {
  const membership = membershipOf(organization, principal);
  const { agentId } = principal;
  const known: Partial<Attributes> = {
    'principal.id': [principal.id],
    'principal.role': present(membership.role),
    'principal.teamIds': membership.teamIds,
    'agent.id': present(agentId),
    environment: [environment],
    time: [now.toISOString()],
  };
  const rules = organization.rules.flatMap((rule): Rule[] => {
    if (rule.policy.action !== '*' && rule.policy.action !== action) return [];
    const open = rule.conditions.filter(([attribute]) => known[attribute] === undefined);
    const isPossible = rule.conditions.every(([attribute, operators]) => {
      const values = known[attribute];
      return values === undefined || meets(attribute, operators, values);
    });
    return isPossible ? [{ ...rule, conditions: open }] : [];
  });
  return { organization, membership, rules, byPattern: byPattern(rules) };
}

function byPattern(rules: readonly Rule[]): Map<string, Rule[]> {
  const found = new Map<string, Rule[]>();
  for (const rule of rules) addToGroup(found, rule.policy.resource, rule);
  return found;
}

/** A principal's role and teams in an organization. The team of the agent that it acts as counts as its own. */
export function membershipOf(organization: Organization, { id, agentId, roles }: Principal): OrganizationMembership {
  const none: OrganizationMembership = { role: null, teamIds: [] };
  const { role, teamIds } = { ...(organization.members.get(id) ?? none), ...roles?.get(organization.id) };
  const agentTeam = agentId === null ? null : (organization.teamOfAgent.get(agentId) ?? null);
  return { role, teamIds: agentTeam === null || teamIds.includes(agentTeam) ? teamIds : [...teamIds, agentTeam] };
}

/** Whether a member with this role and these teams may read a namespace if no policy decides. */
export const isOpenTo = (
  { sensitivity, teamIds }: Namespace,
  { role, teamIds: theirs }: OrganizationMembership,
): boolean => isOpen(sensitivity) || role === 'owner' || role === 'admin' || theirs.some((id) => teamIds.includes(id));

const present = (value: string | null): string[] => (value === null ? [] : [value]);
