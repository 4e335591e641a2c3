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
import { indexOrganization, type Organization } from './organization.ts';
import type { Place } from './place.ts';
import { isAgentIdentityId } from './principal.ts';
import { mayActAs, type AgentOwnership } from './act-as.ts';
import { allOf, readFilterOf } from './read-filter.ts';
import { matchForAll, membershipOf, type OrganizationRules } from './matched-rules.ts';
import { decideItem } from './decide-item.ts';

export type { Circumstances, Decision, DecisionRequest, Principal, DataKind } from './decision.ts';

/** What a principal may read, as filters on stored data items. */
export interface ReadFilters {
  /**
   * A policy can hide one memory by its id. Its source events are hidden too, but only the learn-compiler knows which they
   * are. This filter is then incomplete: ingest asks the learn-compiler and excludes those events.
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

export interface AgentIdentity extends AgentOwnership {
  readonly organizationId: string;
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
  /** Whether a user may act as an agent identity of the tenant. */
  mayActAs(userId: string, agentId: string): boolean;
  /** Why a principal is denied everything, as a sentence; undefined if it is not. */
  refusalOf(principal: Principal): string | undefined;
  /** The one organization that governs a place. Null if all of the tenant's own organizations govern it. */
  organizationOf(place: Place): string | null;
  /** A principal's role and teams in an organization of the tenant; no role and no teams in any other. */
  membershipIn(organizationId: string, principal: Principal): OrganizationMembership;
}

const GONE = 'The agent that this key acts as does not exist any more';
const NOT_ITS_OWN = 'The user who this key belongs to may not act as its agent any more';
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
    organizations.map((organization) => matchForAll(organization, context, action)),
  );
  const mayActAsAgent = (userId: string, agentId: string): boolean => {
    const organization = organizations[byAgent.get(agentId) ?? -1];
    const member = organization?.members.get(userId);
    if (organization === undefined || member === undefined) return false;
    return mayActAs({ userId, ...member }, ownershipOf(organization, agentId));
  };
  const refusalOf = ({ agentId, ownerId }: Principal): string | undefined => {
    if (agentId === null || !isAgentIdentityId(agentId)) return undefined;
    if (!byAgent.has(agentId)) return GONE;
    return ownerId === undefined || mayActAsAgent(ownerId, agentId) ? undefined : NOT_ITS_OWN;
  };

  /** The index of the one organization that governs a place; `all` of the tenant's own; `none` if the namespace does not exist. */
  const governing = ({ namespaceId, agentId }: Place): number | 'all' | 'none' => {
    if (namespaceId !== null) return byNamespace.get(namespaceId) ?? 'none';
    return (agentId === null ? undefined : byAgent.get(agentId)) ?? 'all';
  };

  const decideOne = (matched: readonly OrganizationRules[], kind: DataKind, item: DataItem): Decision => {
    const deciding = governing(item);
    if (deciding === 'none') return byDefault('deny', 'The namespace does not exist');
    const governors =
      deciding === 'all'
        ? matched.filter(({ organization }) => organization.isOfTenant)
        : matched.slice(deciding, deciding + 1);
    const decisions = governors.flatMap(({ own, ofOwner }) => [
      decideItem(own, kind, item),
      ...(ofOwner === null ? [] : [asOwner(decideItem(ofOwner, kind, item))]),
    ]);
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
    if (refusalOf(principal) !== undefined) return NOTHING;
    const matched = matchedFor(context, 'read');
    const event = readFilterOf(matched, 'event');
    const memory = readFilterOf(matched, 'memory');
    const artifact = readFilterOf(matched, 'artifact');
    return {
      event: namedIds(memory).length === 0 ? event : all([event, BEHIND_NO_HIDDEN_MEMORY]),
      memory,
      artifact: allOf(artifact, event),
      artifactSources: dependsOnItem(memory) ? memory : null,
    };
  };

  return {
    decide: (request) => {
      const { principal, action, kind, item, sources = [] } = request;
      if (principal.isSystem === true) return byDefault('allow', 'The service itself');
      const refusal = refusalOf(principal);
      if (refusal !== undefined) return byDefault('deny', refusal);
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
      return { organizationId: organization.id, ...ownershipOf(organization, agentId) };
    },
    mayActAs: mayActAsAgent,
    refusalOf,
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

const ownershipOf = ({ teamOfAgent, creatorOfAgent }: Organization, agentId: string): AgentOwnership => ({
  teamId: teamOfAgent.get(agentId) ?? null,
  createdBy: creatorOfAgent.get(agentId) ?? null,
});

/** The decision about the user behind a key: a denial says so. */
const asOwner = (decision: Decision): Decision =>
  decision.effect === 'allow'
    ? decision
    : { ...decision, reason: `The user who this key belongs to is denied: ${decision.reason}` };

const byDefault = (effect: Decision['effect'], reason: string): Decision => ({
  effect,
  policy: null,
  organizationId: null,
  reason,
});

type MatchAll = (context: DecisionContext, action: Action) => readonly OrganizationRules[];

/** Keeps the last matched rules: one request makes many decisions with the same principal, environment and time. */
function keepLast(matchAll: MatchAll): MatchAll {
  let last: { readonly key: readonly unknown[]; readonly matched: readonly OrganizationRules[] } | undefined;
  return (context, action) => {
    const { id, agentId, ownerId, roles } = context.principal;
    const key = [id, agentId, ownerId, roles, context.environment, context.now.getTime(), action];
    if (last === undefined || key.some((part, position) => part !== last?.key[position]))
      last = { key, matched: matchAll(context, action) };
    return last.matched;
  };
}
