import type {
  DecisionContext,
  Decision,
  DecisionRequest,
  Principal,
  OrganizationMembership,
  DataKind,
} from './decision.ts';
import type { Action, Facts } from '@strata/contracts/schemas/policy-facts';
import { all, dependsOnItem, looksAt, namedIds, not, passes, type Filter, type DataItem } from './filter.ts';
import { indexOrganization } from './organization.ts';
import type { Place } from './place.ts';
import { isAgentIdentityId } from './principal.ts';
import { readFilterOf } from './read-filter.ts';
import { membershipOf, matchRules, type MatchedRules } from './matched-rules.ts';
import { decideItem } from './decide-item.ts';

export type { Circumstances, Decision, DecisionRequest, Principal, DataKind } from './decision.ts';

/** What a principal may read, as filters on stored data items. */
export interface ReadFilters {
  /**
   * Policies that name single memories hide the events behind these too, which the learn-compiler knows: the filter then
   * depends on the id of the event, and the ingest service completes it.
   */
  readonly event: Filter;
  readonly memory: Filter;
  /** On the artifact itself, whose tags include those of every event that is evidence for it, even if no memory was compiled from the event. */
  readonly artifact: Filter;
  /**
   * On every memory that an artifact was compiled from. Null if the filter depends on the place only, because an artifact
   * has the place of its sources.
   */
  readonly artifactSources: Filter | null;
}

export interface AgentIdentity {
  readonly organizationId: string;
  readonly teamId: string | null;
  readonly createdBy: string | null;
}

/**
 * Decides about one tenant's data. Pure: equal facts and equal requests give equal decisions. Fastest if one request uses
 * one `now` for all its decisions, since the last matched rules are kept.
 */
export interface PolicyEngine {
  decide(request: DecisionRequest): Decision;
  readFilters(context: DecisionContext): ReadFilters;
  /** Whether no policy and no sensitivity can hide data of the tenant from the principal. False in doubt. */
  readsEverything(context: DecisionContext): boolean;
  /** Whether the tenant has a namespace with this id. */
  hasNamespace(id: string): boolean;
  /** The organization, team and (if known) creator of an agent identity of the tenant. */
  identity(agentId: string): AgentIdentity | undefined;
  /** The one organization that governs a place. Null if all of the tenant's own organizations govern it. */
  organizationOf(place: Place): string | null;
  /** A principal's role and teams in an organization of the tenant; no role and no teams in any other. */
  membershipIn(organizationId: string, principal: Principal): OrganizationMembership;
}

const GONE = 'The agent that this key acts as does not exist any more';
const UNRESTRICTED: ReadFilters = { event: true, memory: true, artifact: true, artifactSources: null };
/** Looks at the id of an event and passes every event: no id is empty. */
const BEHIND_NO_HIDDEN_MEMORY: Filter = not({ on: 'id', among: [''] });
const NOTHING: ReadFilters = { event: false, memory: false, artifact: false, artifactSources: null };

/** Indexes the facts once, for many decisions. */
export function createPolicyEngine(facts: Facts): PolicyEngine {
  const organizations = facts.organizations.map(indexOrganization);
  const indexBy = (idsOf: (organization: (typeof organizations)[number]) => Iterable<string>): Map<string, number> =>
    new Map(organizations.flatMap((organization, index) => [...idsOf(organization)].map((id) => [id, index] as const)));
  const byNamespace = indexBy(({ namespaces }) => namespaces.keys());
  const byAgent = indexBy(({ teamOfAgent }) => teamOfAgent.keys());
  const matchedFor = keepLast((context, action) =>
    organizations.map((organization) => matchRules(organization, context, action)),
  );
  const isDeletedAgent = ({ agentId }: Principal): boolean =>
    agentId !== null && isAgentIdentityId(agentId) && !byAgent.has(agentId);

  /** The index of the one organization that governs a place; `all` of the tenant's own; `none` if the namespace does not exist. */
  const governing = ({ namespaceId, agentId }: Place): number | 'all' | 'none' => {
    if (namespaceId !== null) return byNamespace.get(namespaceId) ?? 'none';
    return (agentId === null ? undefined : byAgent.get(agentId)) ?? 'all';
  };

  const decideOne = (matched: readonly MatchedRules[], kind: DataKind, item: DataItem): Decision => {
    const deciding = governing(item);
    if (deciding === 'none') return byDefault('deny', 'The namespace does not exist');
    const governors =
      deciding === 'all'
        ? matched.filter(({ organization }) => organization.isOfTenant)
        : matched.slice(deciding, deciding + 1);
    const decisions = governors.map((rules) => decideItem(rules, kind, item));
    return (
      decisions.find(({ effect }) => effect === 'deny') ??
      decisions.find(({ policy }) => policy !== null) ??
      decisions[0] ??
      byDefault('allow', 'The tenant has no organization whose policies could say otherwise')
    );
  };

  const readFilters = (context: DecisionContext): ReadFilters => {
    const { principal } = context;
    if (principal.isSystem === true) return UNRESTRICTED;
    if (isDeletedAgent(principal)) return NOTHING;
    const matched = matchedFor(context, 'read');
    const event = readFilterOf(matched, 'event');
    const memory = readFilterOf(matched, 'memory');
    const artifact = readFilterOf(matched, 'artifact');
    return {
      event: namedIds(memory).length === 0 ? event : all([event, BEHIND_NO_HIDDEN_MEMORY]),
      memory,
      artifact: JSON.stringify(event) === JSON.stringify(artifact) ? artifact : all([artifact, event]),
      artifactSources: dependsOnItem(memory) ? memory : null,
    };
  };

  return {
    decide: (request) => {
      const { principal, action, kind, item, sources = [] } = request;
      if (principal.isSystem === true) return byDefault('allow', 'The service itself');
      if (isDeletedAgent(principal)) return byDefault('deny', GONE);
      const matched = matchedFor(request, action);
      const ofItem = decideOne(matched, kind, item);
      if (ofItem.effect === 'deny') return ofItem;
      const ofSources = sources.map((source) => decideOne(matched, 'memory', source));
      // An artifact's tags include those of events from which no memory was compiled.
      if (kind === 'artifact') ofSources.push(decideOne(matched, 'event', item));
      const denied = ofSources.find(({ effect }) => effect === 'deny');
      if (denied === undefined) return ofItem;
      return { ...denied, reason: `A memory that it was compiled from is hidden: ${denied.reason}` };
    },

    readFilters,

    readsEverything: (context) => {
      const { event, memory, artifact } = readFilters(context);
      const places = [null, ...byNamespace.keys()];
      return [event, memory, artifact].every(
        (filter) =>
          !looksAt(filter, ['id', 'agentId', 'tags']) &&
          places.every((namespaceId) => passes(filter, { id: null, namespaceId, agentId: null, tags: [] })),
      );
    },

    hasNamespace: (id) => byNamespace.has(id),
    identity: (agentId) => {
      const organization = organizations[byAgent.get(agentId) ?? -1];
      if (organization === undefined) return undefined;
      const teamId = organization.teamOfAgent.get(agentId) ?? null;
      const createdBy = organization.creatorOfAgent.get(agentId) ?? null;
      return { organizationId: organization.id, teamId, createdBy };
    },
    organizationOf: (place) => {
      const deciding = governing(place);
      return typeof deciding === 'number' ? (organizations[deciding]?.id ?? null) : null;
    },
    membershipIn: (organizationId, principal) => {
      const organization = organizations.find(({ id }) => id === organizationId);
      return organization === undefined ? { role: null, teamIds: [] } : membershipOf(organization, principal);
    },
  };
}

const byDefault = (effect: Decision['effect'], reason: string): Decision => ({
  effect,
  policy: null,
  organizationId: null,
  reason,
});

type MatchAll = (context: DecisionContext, action: Action) => readonly MatchedRules[];

/** Keeps the last matched rules: one request makes many decisions with the same principal, environment and time. */
function keepLast(matchAll: MatchAll): MatchAll {
  let last: { readonly key: readonly unknown[]; readonly matched: readonly MatchedRules[] } | undefined;
  return (context, action) => {
    const { id, agentId, roles } = context.principal;
    const key = [id, agentId, roles, context.environment, context.now.getTime(), action];
    if (last === undefined || key.some((part, position) => part !== last?.key[position]))
      last = { key, matched: matchAll(context, action) };
    return last.matched;
  };
}
