import type { Facts, OrganizationFacts, PolicyFact } from '@strata/contracts/schemas/policy-facts';
import type { DecisionRequest } from '../src/policy-engine.ts';

/**
 * How a decision is made, said as docs/policies.md says it and with no thought to speed: what is enforced is held
 * against it. `because` is whose organization's and, if one matched, which policy's verdicts carry the decision.
 */
export interface Expected {
  readonly effect: 'allow' | 'deny';
  readonly because: readonly string[];
}

type Question = Omit<DecisionRequest, 'sources'>;

export function expectedDecision(facts: Facts, { sources = [], ...question }: DecisionRequest): Expected {
  const { agentId, ownerId } = question.principal;
  if (agentId !== null && /^agt_[0-9a-f]{32}$/.test(agentId)) {
    const known = facts.organizations.find(({ agents }) => agents.some(({ id }) => id === agentId));
    const isAllowed = known !== undefined && (ownerId === undefined || mayActAs(known, ownerId, agentId));
    if (!isAllowed) return { effect: 'deny', because: ['no organization'] };
  }
  const own = expectedOfOne(facts, question);
  // Some events of an artifact have no memory, so the artifact counts as one more item with all their tags.
  const itself = question.kind === 'artifact' ? [{ ...question.item, id: null }] : [];
  const behind = [...sources, ...itself];
  const ofSources = behind.map((item) => expectedOfOne(facts, { ...question, kind: 'memory', item }));
  return [own, ...ofSources].find(({ effect }) => effect === 'deny') ?? own;
}

function mayActAs({ agents, members }: OrganizationFacts, user: string, agentId: string): boolean {
  const { teamId = null, createdBy } = agents.find(({ id }) => id === agentId) ?? {};
  const { role = 'viewer', teamIds = [] } = members.find(({ userId }) => userId === user) ?? {};
  if (['owner', 'admin', 'manager'].includes(role)) return true;
  const isTheirs = teamId === null ? createdBy === user : teamIds.includes(teamId);
  return role === 'developer' && isTheirs;
}

function expectedOfOne({ organizations }: Facts, question: Question): Expected {
  const { namespaceId, agentId } = question.item;
  const ofNamespace = organizations.filter(({ namespaces }) => namespaces.some(({ id }) => id === namespaceId));
  if (namespaceId !== null && ofNamespace.length === 0) return { effect: 'deny', because: ['no organization'] };
  const ofAgent = organizations.filter(({ agents }) => agents.some(({ id }) => id === agentId));
  const ofTenant = organizations.filter(({ isOfTenant }) => isOfTenant !== false);
  const [deciding] = [ofNamespace, ofAgent, ofTenant].filter(({ length }) => length > 0);
  if (deciding === undefined) return { effect: 'allow', because: ['no organization'] };

  // A key of a user may do only what the user, acting as its agent, may do too.
  const { ownerId, agentId: actsAs } = question.principal;
  const asked = [question];
  if (ownerId !== undefined) asked.push({ ...question, principal: { id: ownerId, agentId: actsAs } });
  const verdicts = deciding.flatMap((own) => asked.map((each) => verdictOf(own, each)));
  const effect = verdicts.some((verdict) => verdict.effect === 'deny') ? 'deny' : 'allow';
  const carrying = verdicts.filter((verdict) => verdict.effect === effect);
  const byPolicy = carrying.filter(({ policy }) => policy !== undefined);
  const because = effect === 'allow' && byPolicy.length > 0 ? byPolicy : carrying;
  return { effect, because: because.map(({ own, policy }) => `${own} ${policy ?? 'by default'}`) };
}

function verdictOf(own: OrganizationFacts, question: Question) {
  const matching = own.policies.filter((policy) => isAbout(policy, question) && holds(policy, own, question));
  const highest = Math.max(...matching.map(({ priority }) => priority));
  const first = matching.filter(({ priority }) => priority === highest);
  const denying = first.filter(({ effect }) => effect === 'deny');
  // Among equal policies of one effect any may be named; the engine names the smallest id.
  const [policy] = [...(denying.length > 0 ? denying : first)].map(({ id }) => id).sort();
  if (policy !== undefined)
    return { own: own.id, policy, effect: denying.length > 0 ? ('deny' as const) : ('allow' as const) };
  return { own: own.id, policy: undefined, effect: isOpen(own, question) ? ('allow' as const) : ('deny' as const) };
}

function isOpen(own: OrganizationFacts, question: Question): boolean {
  const namespace = own.namespaces.find(({ id }) => id === question.item.namespaceId);
  if (namespace === undefined) return true;
  if (namespace.sensitivity === 'public' || namespace.sensitivity === 'internal') return true;
  const role = roleIn(own, question);
  if (role === 'owner' || role === 'admin') return true;
  return namespace.teamIds.some((team) => teamsIn(own, question).includes(team));
}

function isAbout(policy: PolicyFact, { action, kind, item: item }: Question): boolean {
  if (policy.action !== '*' && policy.action !== action) return false;
  if (policy.resource === '*:*') return true;
  const names: string[] = [];
  const name = (what: string, id: string | null): void => void names.push(`${what}:*`, `${what}:${String(id)}`);
  if (item.namespaceId !== null) name('namespace', item.namespaceId);
  if (item.agentId !== null) name('agent', item.agentId);
  if (kind === 'event') names.push('memory:*');
  else name(kind, item.id);
  return names.includes(policy.resource);
}

const memberOf = (own: OrganizationFacts, { principal }: Question) => ({
  ...own.members.find(({ userId }) => userId === principal.id),
  ...principal.roles?.get(own.id),
});

const roleIn = (own: OrganizationFacts, question: Question): string | null => memberOf(own, question).role ?? null;

function teamsIn(own: OrganizationFacts, question: Question): string[] {
  const acting = own.agents.find(({ id }) => id === question.principal.agentId);
  const ofAgent = [acting?.teamId].filter((team) => typeof team === 'string');
  return [...(memberOf(own, question).teamIds ?? []), ...ofAgent];
}

function valuesOf(attribute: string, own: OrganizationFacts, question: Question): (string | null | undefined)[] {
  const { principal, item: item, environment, now } = question;
  if (attribute === 'principal.id') return [principal.id];
  if (attribute === 'principal.role') return [roleIn(own, question)];
  if (attribute === 'principal.teamIds') return teamsIn(own, question);
  if (attribute === 'agent.id') return [principal.agentId];
  if (attribute === 'resource.sensitivity')
    return [own.namespaces.find(({ id }) => id === item.namespaceId)?.sensitivity];
  if (attribute === 'resource.tags') return [...item.tags];
  if (attribute === 'environment') return [environment];
  if (attribute === 'time') return [now.toISOString()];
  throw new Error(`No such attribute: ${attribute}`);
}

const ORDERS: Record<string, string[]> = {
  'principal.role': ['viewer', 'analyst', 'developer', 'manager', 'admin', 'owner'],
  'resource.sensitivity': ['public', 'internal', 'confidential', 'restricted'],
};

/** Negative, 0 or positive: a value is before, the same as or after another. */
function order(attribute: string, value: string, other: string): number {
  const ranks = ORDERS[attribute];
  if (ranks !== undefined) return ranks.indexOf(value) - ranks.indexOf(other);
  if (attribute !== 'time') return Buffer.compare(Buffer.from(value), Buffer.from(other));
  const minute = (at: string): number => Math.floor(Date.parse(at) / 60_000) % (24 * 60);
  return /^\d\d:\d\d$/.test(other)
    ? minute(value) - minute(`1970-01-01T${other}:00Z`)
    : Date.parse(value) - Date.parse(other);
}

function holds(policy: PolicyFact, own: OrganizationFacts, question: Question): boolean {
  return Object.entries(policy.conditions).every(([attribute, condition]) => {
    const values = valuesOf(attribute, own, question).filter((value) => typeof value === 'string');
    const isOneOf = (value: string, list: string[]): boolean =>
      list.some((other) => order(attribute, value, other) === 0);
    const isShort = typeof condition === 'string' || Array.isArray(condition);
    const operators: Readonly<Record<string, string | readonly string[] | undefined>> = isShort
      ? { in: [condition].flat() }
      : { ...condition };
    return Object.entries(operators).every(([operator, operand = []]) => {
      const list = [operand].flat();
      const bound = list[0] ?? '';
      if (operator === 'equals' || operator === 'in') return values.some((value) => isOneOf(value, list));
      if (operator === 'notIn') return !values.some((value) => isOneOf(value, list));
      if (operator === 'gte') return values.some((value) => order(attribute, value, bound) >= 0);
      return values.some((value) => order(attribute, value, bound) <= 0);
    });
  });
}
