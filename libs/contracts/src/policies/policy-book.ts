import type { Actor } from '@strata/kernel/actor';
import type { Environment } from '@strata/kernel/tenant-scope';
import type { Role } from '../schemas/organization.ts';
import { meets, operatorsOf, type Attribute, type Attributes, type Operators, type Sensitivity } from './attributes.ts';
import { parseResourcePattern, type Action, type Facts, type OrganizationFacts, type PolicyFact } from './facts.ts';
import { all, among, any, looksAt, not, type Filter, type Subject } from './filter.ts';

/** Who acts. `agentId` is the agent that a key is bound to. `roles` stand above what the facts say, for dry runs. */
export interface Principal {
  readonly id: string;
  readonly agentId: string | null;
  /** The service itself, which no policy is about. */
  readonly isSystem?: boolean;
  readonly roles?: ReadonlyMap<string, { readonly role: Role | null; readonly teamIds: readonly string[] }>;
}

export const principalOf = ({ type, id, agentId }: Actor): Principal => ({
  ...{ id, agentId: agentId ?? null },
  isSystem: type === 'system',
});

/** An event is a memory to be: what is said of all memories is said of it. */
export type SubjectKind = 'event' | 'memory' | 'artifact';

/** Under which circumstances something is asked. */
export interface Circumstances {
  readonly environment: Environment;
  readonly now: Date;
}

export interface DecisionRequest extends Circumstances {
  readonly principal: Principal;
  readonly action: Action;
  readonly kind: SubjectKind;
  readonly subject: Subject;
  /** The memories that an artifact was compiled from: whoever may not see one of them may not see it. */
  readonly sources?: readonly Subject[];
}

/** What was decided, and why. `policy` is null where none matched and the sensitivity decided. */
export interface Decision {
  readonly effect: 'allow' | 'deny';
  readonly policy: Pick<PolicyFact, 'id' | 'name'> | null;
  /** Whose policy or namespace decided; null where no organization has a say. */
  readonly organizationId: string | null;
  /** A sentence. */
  readonly reason: string;
}

/** What a principal may see, as conditions on rows. */
export interface ReadFilters {
  readonly event: Filter;
  readonly memory: Filter;
  /** On the artifact itself. */
  readonly artifact: Filter;
  /**
   * On every memory that an artifact was compiled from; null where what holds for the artifact's own namespace and agent
   * (`sharedBySources`) holds for its sources too, which are of the same.
   */
  readonly artifactSources: Filter | null;
}

/** Decides about one tenant's data. Pure: the same facts and the same question give the same answer. */
export interface PolicyBook {
  decide(request: DecisionRequest): Decision;
  readFilters(principal: Principal, circumstances: Circumstances): ReadFilters;
  /** Whether the tenant has a namespace of this id. */
  hasNamespace(id: string): boolean;
  /** Which organization has a say over such data alone; null: all of the tenant's do. */
  organizationOf(place: Pick<Subject, 'namespaceId' | 'agentId'>): string | null;
}

interface Standing {
  readonly role: Role | null;
  readonly teamIds: readonly string[];
}

interface Rule {
  readonly policy: PolicyFact;
  readonly operators: readonly [Attribute, Operators][];
}

interface Organization {
  readonly id: string;
  readonly sensitivities: ReadonlyMap<string, Sensitivity>;
  readonly namespaces: OrganizationFacts['namespaces'];
  readonly agentIds: readonly string[];
  readonly teamOfAgent: ReadonlyMap<string, string | null>;
  readonly members: ReadonlyMap<string, Standing>;
  /** In the order in which they decide. */
  readonly rules: readonly Rule[];
}

const AGENT_ID = /^agt_[0-9a-f]{32}$/;
const GONE = 'The agent that this key acts as does not exist any more';
const OPEN_SENSITIVITIES: readonly Sensitivity[] = ['public', 'internal'];
const UNRESTRICTED: ReadFilters = { event: true, memory: true, artifact: true, artifactSources: null };
const NOTHING: ReadFilters = { event: false, memory: false, artifact: false, artifactSources: null };

/** Whether an agent's id is that of an agent identity, be there such a one or not; any other id is free-form. */
export const isIdentity = (agentId: string): boolean => AGENT_ID.test(agentId);

/** Puts facts in order, once, for many decisions. */
export function openPolicyBook(facts: Facts): PolicyBook {
  const organizations = facts.organizations.map(arrange);
  const byNamespace = new Map(organizations.flatMap((own) => own.namespaces.map(({ id }) => [id, own] as const)));
  const byAgent = new Map(organizations.flatMap((own) => own.agentIds.map((id) => [id, own] as const)));
  const isGone = ({ agentId }: Principal): boolean =>
    agentId !== null && isIdentity(agentId) && !byAgent.has(agentId);

  /** Who decides about it; undefined when its namespace is none of the tenant's. */
  const governing = ({ namespaceId, agentId }: Pick<Subject, 'namespaceId' | 'agentId'>) => {
    const owner = namespaceId === null ? agentId !== null && byAgent.get(agentId) : byNamespace.get(namespaceId);
    return owner === undefined && namespaceId !== null ? undefined : owner ? [owner] : organizations;
  };

  const decideOne = (request: DecisionRequest): Decision => {
    const deciding = governing(request.subject);
    if (deciding === undefined) return byNobody('deny', 'The namespace does not exist');
    const verdicts = deciding.map((own) => verdictOf(own, request));
    return (
      verdicts.find(({ effect }) => effect === 'deny') ??
      verdicts.find(({ policy }) => policy !== null) ??
      verdicts[0] ??
      byNobody('allow', 'The tenant has no organization whose policies could say otherwise')
    );
  };

  return {
    decide: (request) => {
      if (request.principal.isSystem === true) return byNobody('allow', 'The service itself');
      if (isGone(request.principal)) return byNobody('deny', GONE);
      const own = decideOne(request);
      if (own.effect === 'deny') return own;
      for (const source of request.sources ?? []) {
        const decision = decideOne({ ...request, kind: 'memory', subject: source });
        if (decision.effect === 'deny')
          return { ...decision, reason: `A memory that it was compiled from is hidden: ${decision.reason}` };
      }
      return own;
    },

    readFilters: (principal, circumstances) => {
      if (principal.isSystem === true) return UNRESTRICTED;
      if (isGone(principal)) return NOTHING;
      const asked = { organizations, everyAgent: [...byAgent.keys()], principal, circumstances };
      const memory = readable(asked, 'memory');
      const isByRow = looksAt(memory, ['id', 'tags']);
      const artifact = readable(asked, 'artifact');
      return {
        ...{ event: readable(asked, 'event'), memory },
        artifact: isByRow ? artifact : all([artifact, memory]),
        artifactSources: isByRow ? memory : null,
      };
    },

    hasNamespace: (id) => byNamespace.has(id),
    organizationOf: (place) => {
      const deciding = governing(place);
      return deciding?.length === 1 && deciding !== organizations ? (deciding[0]?.id ?? null) : null;
    },
  };
}

function arrange({ id, namespaces, agents, members, policies }: OrganizationFacts): Organization {
  return {
    ...{ id, namespaces },
    sensitivities: new Map(namespaces.map((namespace) => [namespace.id, namespace.sensitivity])),
    agentIds: agents.map((agent) => agent.id),
    teamOfAgent: new Map(agents.map((agent) => [agent.id, agent.teamId])),
    members: new Map(members.map(({ userId, role, teamIds }) => [userId, { role, teamIds }])),
    rules: [...policies].sort(byPrecedence).map((policy) => ({ policy, operators: operatorsOf(policy.conditions) })),
  };
}

/** The highest priority first; of equal ones those that deny; of those by id, so that the reason is always the same. */
function byPrecedence(a: PolicyFact, b: PolicyFact): number {
  if (a.priority !== b.priority) return b.priority - a.priority;
  if (a.effect !== b.effect) return a.effect === 'deny' ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

/** What a principal is in an organization: as a member, and through the team of the agent that it acts as. */
function standingIn(own: Organization, { id, agentId, roles }: Principal): Standing {
  const { role, teamIds } = (roles === undefined ? own.members : roles).get(own.id) ??
    (roles === undefined ? own.members.get(id) : undefined) ?? { role: null, teamIds: [] };
  const agentTeam = agentId === null ? null : own.teamOfAgent.get(agentId);
  return { role, teamIds: agentTeam == null ? teamIds : [...teamIds, agentTeam] };
}

function verdictOf(own: Organization, request: DecisionRequest): Decision {
  const { principal, action, kind, subject } = request;
  const standing = standingIn(own, principal);
  const attributes = attributesOf(own, standing, request);
  const { namespaceId } = subject;
  const rule = own.rules.find(
    ({ policy, operators }) =>
      concerns(policy, action, kind, subject) &&
      operators.every(([attribute, wanted]) => meets(attribute, wanted, attributes[attribute])),
  );
  if (rule !== undefined) {
    const { id, name, effect } = rule.policy;
    const reason = `The policy "${name}" ${effect === 'allow' ? 'allows' : 'denies'} it`;
    return { effect, policy: { id, name }, organizationId: own.id, reason };
  }
  const byDefault = (effect: Decision['effect'], reason: string): Decision => ({
    ...{ effect, policy: null, organizationId: own.id },
    reason: `No policy matches, and ${reason}`,
  });
  if (namespaceId === null) return byDefault('allow', 'it lies in no namespace, so it is open to the tenant');
  const namespace = own.namespaces.find(({ id }) => id === namespaceId);
  if (namespace === undefined) return byDefault('deny', 'the namespace does not exist');
  const { sensitivity } = namespace;
  if (OPEN_SENSITIVITIES.includes(sensitivity)) return byDefault('allow', `the namespace is ${sensitivity}`);
  const who = 'which is open to its teams, owners and admins alone';
  return byDefault(isOpenTo(namespace, standing) ? 'allow' : 'deny', `the namespace is ${sensitivity}, ${who}`);
}

const byNobody = (effect: Decision['effect'], reason: string): Decision => ({
  ...{ effect, policy: null, organizationId: null, reason },
});

const isOpenTo = ({ sensitivity, teamIds }: OrganizationFacts['namespaces'][number], standing: Standing): boolean =>
  OPEN_SENSITIVITIES.includes(sensitivity) ||
  standing.role === 'owner' ||
  standing.role === 'admin' ||
  standing.teamIds.some((id) => teamIds.includes(id));

function attributesOf(own: Organization, standing: Standing, request: DecisionRequest): Attributes {
  const { principal, subject, environment, now } = request;
  const sensitivity = subject.namespaceId === null ? undefined : own.sensitivities.get(subject.namespaceId);
  return {
    ...knownOf(standing, principal, { environment, now }),
    'agent.id': present(principal.agentId ?? subject.agentId),
    'resource.sensitivity': present(sensitivity ?? null),
    'resource.tags': subject.tags,
  };
}

/** What is the same for every row. */
const knownOf = (standing: Standing, principal: Principal, { environment, now }: Circumstances) => ({
  'principal.id': [principal.id],
  'principal.role': present(standing.role),
  'principal.teamIds': standing.teamIds,
  environment: [environment],
  time: [now.toISOString()],
});

const present = (value: string | null): string[] => (value === null ? [] : [value]);

function concerns(
  policy: PolicyFact,
  action: Action,
  kind: SubjectKind,
  { id, namespaceId, agentId }: Subject,
): boolean {
  if (policy.action !== '*' && policy.action !== action) return false;
  const pattern = parseResourcePattern(policy.resource);
  const isNamed = (actual: string | null): boolean => actual !== null && (pattern.id === null || pattern.id === actual);
  switch (pattern.kind) {
    case null:
      return true;
    case 'namespace':
      return isNamed(namespaceId);
    case 'agent':
      return isNamed(agentId);
    case 'memory':
      return kind === 'event' ? pattern.id === null : kind === 'memory' && isNamed(id);
    case 'artifact':
      return kind === 'artifact' && isNamed(id);
  }
}

interface Asked {
  readonly organizations: readonly Organization[];
  readonly everyAgent: readonly string[];
  readonly principal: Principal;
  readonly circumstances: Circumstances;
}

/** What a principal may read, as one condition: `decide`, with everything worked out that does not depend on the row. */
function readable(asked: Asked, kind: SubjectKind): Filter {
  const { organizations, everyAgent } = asked;
  const inNamespaces = organizations.map((own) => {
    const standing = standingIn(own, asked.principal);
    const open = own.namespaces.filter((namespace) => isOpenTo(namespace, standing));
    const theirs = among(
      'namespaceId',
      own.namespaces.map(({ id }) => id),
    );
    return all([
      theirs,
      decided(
        own,
        standing,
        asked,
        kind,
        among(
          'namespaceId',
          open.map(({ id }) => id),
        ),
      ),
    ]);
  });
  const inNone = organizations.map((own) => {
    const others = everyAgent.filter((id) => !own.teamOfAgent.has(id));
    return any([among('agentId', others), decided(own, standingIn(own, asked.principal), asked, kind, true)]);
  });
  return any([...inNamespaces, all([not({ on: 'namespaceId', among: 'any' }), ...inNone])]);
}

/** The first rule that matches decides; where none does, `otherwise`. */
function decided(own: Organization, standing: Standing, asked: Asked, kind: SubjectKind, otherwise: Filter): Filter {
  return own.rules
    .filter(({ policy }) => policy.action === '*' || policy.action === 'read')
    .reduceRight((rest, rule) => {
      const matches = matching(own, standing, rule, asked, kind);
      return rule.policy.effect === 'allow' ? any([matches, rest]) : all([not(matches), rest]);
    }, otherwise);
}

function matching(own: Organization, standing: Standing, rule: Rule, asked: Asked, kind: SubjectKind): Filter {
  const { principal, circumstances } = asked;
  const known: Partial<Attributes> = {
    ...knownOf(standing, principal, circumstances),
    ...(principal.agentId === null ? {} : { 'agent.id': [principal.agentId] }),
  };
  const conditions = rule.operators.map(([attribute, operators]): Filter => {
    const values = known[attribute];
    if (values !== undefined) return meets(attribute, operators, values);
    if (attribute === 'resource.sensitivity') return bySensitivity(own, operators);
    return onColumn(attribute === 'agent.id' ? 'agentId' : 'tags', operators);
  });
  return all([concerning(rule.policy, kind), ...conditions]);
}

function concerning({ resource }: PolicyFact, kind: SubjectKind): Filter {
  const pattern = parseResourcePattern(resource);
  if (pattern.kind === null) return true;
  if (pattern.kind === 'namespace' || pattern.kind === 'agent') {
    const on = pattern.kind === 'namespace' ? 'namespaceId' : 'agentId';
    return pattern.id === null ? { on, among: 'any' } : among(on, [pattern.id]);
  }
  if (kind === 'event') return pattern.kind === 'memory' && pattern.id === null;
  if (pattern.kind !== kind) return false;
  return pattern.id === null ? true : among('id', [pattern.id]);
}

/** Which namespaces have such a sensitivity; what lies in none has none. */
function bySensitivity({ namespaces }: Organization, operators: Operators): Filter {
  const met = namespaces.filter(({ sensitivity }) => meets('resource.sensitivity', operators, [sensitivity]));
  return any([
    among(
      'namespaceId',
      met.map(({ id }) => id),
    ),
    meets('resource.sensitivity', operators, []) && not({ on: 'namespaceId', among: 'any' }),
  ]);
}

const onColumn = (on: 'agentId' | 'tags', { in: wanted, notIn, gte, lte }: Operators): Filter =>
  all([
    wanted === undefined || among(on, wanted),
    notIn === undefined || not(among(on, notIn)),
    gte === undefined || { on, gte },
    lte === undefined || { on, lte },
  ]);
