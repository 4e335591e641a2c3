import type {
  DecisionContext,
  Decision,
  DecisionRequest,
  Principal,
  OrganizationMembership,
  DataKind,
} from './decision.ts';
import type { Action, Facts } from '@strata/contracts/schemas/policy-facts';
import { all, isByRow, type Filter, type DataItem } from './filter.ts';
import { indexOrganization } from './organization.ts';
import type { Place } from './place.ts';
import { isAgentIdentityId } from './principal.ts';
import { readFilterOf } from './read-filter.ts';
import { membershipOf, matchRules, type MatchedRules } from './matched-rules.ts';
import { decideItem } from './decide-item.ts';

export type { Circumstances, Decision, DecisionRequest, Principal, DataKind } from './decision.ts';

/** What a principal may see, as conditions on rows. */
export interface ReadFilters {
  readonly event: Filter;
  readonly memory: Filter;
  /** On the artifact itself, with the tags of all the events that it rests on, also of those of which there is no memory. */
  readonly artifact: Filter;
  /**
   * On every memory that an artifact was compiled from; null where what holds for the artifact's own namespace and agent
   * holds for its sources too, which are of the same.
   */
  readonly artifactSources: Filter | null;
}

export interface AgentIdentity {
  readonly organizationId: string;
  readonly teamId: string | null;
  readonly createdBy: string | null;
}

/**
 * Decides about one tenant's data. Pure: the same facts and the same question give the same answer. Quickest with one
 * `now` for everything that one request asks.
 */
export interface PolicyEngine {
  decide(request: DecisionRequest): Decision;
  readFilters(asked: DecisionContext): ReadFilters;
  /** Whether the tenant has a namespace of this id. */
  hasNamespace(id: string): boolean;
  /** Where an agent identity of the tenant is at home, and who made it, where that is known. */
  identity(agentId: string): AgentIdentity | undefined;
  /** Which organization has a say over such data alone; null: all of the tenant's own do. */
  organizationOf(place: Place): string | null;
  /** What somebody is in an organization of the tenant; in any other, nothing. */
  membershipIn(organizationId: string, principal: Principal): OrganizationMembership;
}

const GONE = 'The agent that this key acts as does not exist any more';
const UNRESTRICTED: ReadFilters = { event: true, memory: true, artifact: true, artifactSources: null };
const NOTHING: ReadFilters = { event: false, memory: false, artifact: false, artifactSources: null };

/** Puts facts in order, once, for many decisions. */
export function createPolicyEngine(facts: Facts): PolicyEngine {
  const organizations = facts.organizations.map(indexOrganization);
  const ownerOf = (idsOf: (own: (typeof organizations)[number]) => Iterable<string>): Map<string, number> =>
    new Map(organizations.flatMap((own, position) => [...idsOf(own)].map((id) => [id, position] as const)));
  const byNamespace = ownerOf(({ namespaces }) => namespaces.keys());
  const byAgent = ownerOf(({ teamOfAgent }) => teamOfAgent.keys());
  const stancesOf = rememberingLast((asked, action) => organizations.map((own) => matchRules(own, asked, action)));
  const isGone = ({ agentId }: Principal): boolean =>
    agentId !== null && isAgentIdentityId(agentId) && !byAgent.has(agentId);

  /** Where the one organization stands that decides; `all` of the tenant's own do, or `none` where there is no such namespace. */
  const governing = ({ namespaceId, agentId }: Place): number | 'all' | 'none' => {
    if (namespaceId !== null) return byNamespace.get(namespaceId) ?? 'none';
    return (agentId === null ? undefined : byAgent.get(agentId)) ?? 'all';
  };

  const decideOne = (stances: readonly MatchedRules[], kind: DataKind, subject: DataItem): Decision => {
    const deciding = governing(subject);
    if (deciding === 'none') return byNobody('deny', 'The namespace does not exist');
    const having =
      deciding === 'all'
        ? stances.filter(({ organization: own }) => own.isOfTenant)
        : stances.slice(deciding, deciding + 1);
    const verdicts = having.map((stance) => decideItem(stance, kind, subject));
    return (
      verdicts.find(({ effect }) => effect === 'deny') ??
      verdicts.find(({ policy }) => policy !== null) ??
      verdicts[0] ??
      byNobody('allow', 'The tenant has no organization whose policies could say otherwise')
    );
  };

  return {
    decide: (request) => {
      const { principal, action, kind, item: subject, sources = [] } = request;
      if (principal.isSystem === true) return byNobody('allow', 'The service itself');
      if (isGone(principal)) return byNobody('deny', GONE);
      const stances = stancesOf(request, action);
      const own = decideOne(stances, kind, subject);
      if (own.effect === 'deny') return own;
      const ofSources = sources.map((source) => decideOne(stances, 'memory', source));
      // Its tags hold those of all its events, and of some of them there is no memory.
      if (kind === 'artifact') ofSources.push(decideOne(stances, 'event', subject));
      const denied = ofSources.find(({ effect }) => effect === 'deny');
      if (denied === undefined) return own;
      return { ...denied, reason: `A memory that it was compiled from is hidden: ${denied.reason}` };
    },

    readFilters: (asked) => {
      const { principal } = asked;
      if (principal.isSystem === true) return UNRESTRICTED;
      if (isGone(principal)) return NOTHING;
      const stances = stancesOf(asked, 'read');
      const event = readFilterOf(stances, 'event');
      const memory = readFilterOf(stances, 'memory');
      const artifact = readFilterOf(stances, 'artifact');
      return {
        event,
        memory,
        artifact: JSON.stringify(event) === JSON.stringify(artifact) ? artifact : all([artifact, event]),
        artifactSources: isByRow(memory) ? memory : null,
      };
    },

    hasNamespace: (id) => byNamespace.has(id),
    identity: (agentId) => {
      const own = organizations[byAgent.get(agentId) ?? -1];
      if (own === undefined) return undefined;
      const [teamId, createdBy] = [own.teamOfAgent.get(agentId) ?? null, own.makerOfAgent.get(agentId) ?? null];
      return { organizationId: own.id, teamId, createdBy };
    },
    organizationOf: (place) => {
      const deciding = governing(place);
      return typeof deciding === 'number' ? (organizations[deciding]?.id ?? null) : null;
    },
    membershipIn: (organizationId, principal) => {
      const own = organizations.find(({ id }) => id === organizationId);
      return own === undefined ? { role: null, teamIds: [] } : membershipOf(own, principal);
    },
  };
}

const byNobody = (effect: Decision['effect'], reason: string): Decision => ({
  effect,
  policy: null,
  organizationId: null,
  reason,
});

type TakeStances = (asked: DecisionContext, action: Action) => readonly MatchedRules[];

/** One request asks about many rows under the same circumstances. */
function rememberingLast(take: TakeStances): TakeStances {
  let last: { readonly key: readonly unknown[]; readonly stances: readonly MatchedRules[] } | undefined;
  return (asked, action) => {
    const { id, agentId, roles } = asked.principal;
    const key = [id, agentId, roles, asked.environment, asked.now.getTime(), action];
    if (last === undefined || key.some((part, position) => part !== last?.key[position]))
      last = { key, stances: take(asked, action) };
    return last.stances;
  };
}
