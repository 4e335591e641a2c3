import type { IndexedArtifact, IndexedMemory } from '@strata/contracts/calls/synthesis';
import type { Conditions } from '@strata/contracts/schemas/policy-conditions';
import type { Facts, PolicyFact } from '@strata/contracts/schemas/policy-facts';
import { createPolicyEngine } from '@strata/policy/policy-engine';
import { principalOf } from '@strata/policy/principal';
import { ROLES } from '@strata/contracts/schemas/organization';
import type { Actor } from '@strata/kernel/actor';
import { artifact, memory } from './synthesis-fixture.ts';
import type { Random } from '@strata/testkit/seeded-random';

/** Random entries, policy facts and actors. */
export const WORDS = 'boat quay rope sail storm harbour pilot anchor mast crew tide lamp net buoy'.split(' ');
export const TAGS = ['secret', 'draft', 'alpha', 'zeta'];
const NAMESPACES = ['nsp_a', 'nsp_b', 'nsp_c', 'nsp_d'];
const AGENTS = ['agt_1', 'agt_2', 'agt_3', 'loose'];
const TEAMS = ['team_x', 'team_y'];
export const END_USERS = ['ada', 'bo', 'cy'];
const USERS = ['usr_1', 'usr_2', 'usr_3'];

export type Entry = IndexedMemory | IndexedArtifact;
const oneOf = <T>(random: Random, values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
const someOf = <T>(random: Random, values: readonly T[], share: number): T[] => values.filter(() => random() < share);

/** Memories in conversations, and artifacts compiled from some of those of their own namespace and agent. */
export function randomEntries(random: Random, count: number): Entry[] {
  const place = () => ({
    namespaceId: random() < 0.6 ? oneOf(random, [...NAMESPACES, 'nsp_gone']) : null,
    agentId: random() < 0.7 ? oneOf(random, AGENTS) : null,
  });
  const text = () => Array.from({ length: 2 + Math.floor(random() * 8) }, () => oneOf(random, WORDS)).join(' ');
  const memories = Array.from({ length: count }, (_, i) =>
    memory(text(), {
      ...place(),
      id: `mem_${String(i)}`,
      tags: someOf(random, TAGS, 0.25),
      sessionId: `session-${String(Math.floor(i / 6))}`,
      position: i % 6,
      speaker: random() < 0.3 ? oneOf(random, ['Ada', 'Storm', 'Pilot Ben']) : null,
      validFrom: new Date(Date.UTC(2024, 0, 1, 0, i)).toISOString(),
    }),
  );
  const artifacts = Array.from({ length: Math.ceil(count / 4) }, (_, i) => {
    const { namespaceId, agentId } = oneOf(random, memories);
    const own = memories.filter((known) => known.namespaceId === namespaceId && known.agentId === agentId);
    return artifact(text(), {
      namespaceId,
      agentId,
      id: `art_${String(i)}`,
      tags: someOf(random, TAGS, 0.2),
      sourceMemories: someOf(random, own, 0.5).map(({ id }) => id),
      compiledAt: new Date(Date.UTC(2024, 1, 1, 0, i)).toISOString(),
    });
  });
  return [...memories, ...artifacts];
}

/** The same entries, some of them about end users. */
export const aboutEndUsers = (random: Random, entries: readonly Entry[]): Entry[] =>
  entries.map((entry) => ({ ...entry, userId: random() < 0.6 ? oneOf(random, END_USERS) : null }));

export function randomFacts(random: Random, entries: readonly Entry[]): Facts {
  const sensitivity = () => oneOf(random, ['public', 'internal', 'confidential', 'restricted'] as const);
  const organization = (id: string, namespaces: string[], agents: string[]) => ({
    id,
    namespaces: namespaces.map((namespace) => ({
      id: namespace,
      sensitivity: sensitivity(),
      teamIds: someOf(random, TEAMS, 0.5),
    })),
    agents: agents.map((agent) => ({ id: agent, teamId: random() < 0.5 ? oneOf(random, TEAMS) : null })),
    members: someOf(random, USERS, 0.7).map((userId) => ({
      userId,
      role: oneOf(random, ROLES),
      teamIds: someOf(random, TEAMS, 0.4),
    })),
    policies: Array.from({ length: Math.floor(random() * 5) }, (_, i) =>
      randomPolicy(random, `${id}_pol_${String(i)}`, entries),
    ),
  });
  const first = organization('org_1', NAMESPACES.slice(0, 2), AGENTS.slice(0, 2));
  const second = organization('org_2', NAMESPACES.slice(2), AGENTS.slice(2, 3));
  return { organizations: random() < 0.15 ? [] : random() < 0.5 ? [first] : [first, second] };
}

function randomPolicy(random: Random, id: string, entries: readonly Entry[]): PolicyFact {
  const patterns = [
    '*:*',
    'memory:*',
    'artifact:*',
    'namespace:*',
    'agent:*',
    `namespace:${oneOf(random, NAMESPACES)}`,
    `agent:${oneOf(random, AGENTS)}`,
    entries.length === 0 ? 'memory:*' : entryPattern(oneOf(random, entries)),
  ];
  return {
    id,
    name: id,
    effect: random() < 0.6 ? 'deny' : 'allow',
    action: random() < 0.8 ? 'read' : '*',
    resource: oneOf(random, patterns),
    priority: Math.floor(random() * 3),
    conditions: randomConditions(random),
  };
}

const entryPattern = ({ type, id }: Entry): string => `${type}:${id}`;

function randomConditions(random: Random): Conditions {
  const conditions: Conditions[] = [
    {},
    { 'resource.tags': { in: [oneOf(random, TAGS)] } },
    { 'resource.tags': { notIn: someOf(random, TAGS, 0.4).concat('secret') } },
    { 'resource.tags': { gte: 'm' } },
    { 'resource.tags': { lte: 'draft' } },
    { 'agent.id': { gte: 'agt_2' } },
    { 'agent.id': oneOf(random, AGENTS) },
    { 'resource.sensitivity': { gte: 'internal' } },
    { 'principal.role': { lte: 'developer' } },
    { 'principal.id': { notIn: ['usr_1'] } },
  ];
  return { ...oneOf(random, conditions), ...(random() < 0.2 ? oneOf(random, conditions) : {}) };
}

export function randomActor(random: Random): Actor {
  if (random() < 0.6) return { type: 'user', id: oneOf(random, USERS), scopes: ['read'] };
  const agentId = random() < 0.5 ? { agentId: oneOf(random, AGENTS) } : {};
  return { type: 'api_key', id: 'key_1', scopes: ['read'], ...agentId };
}

/**
 * The entries that an actor may read, by one decision about each: without an end user, and of the end user of the request.
 * `agentId` and `userId` are those that the request names.
 */
export function visibleEntries(
  facts: Facts,
  actor: Actor,
  entries: readonly Entry[],
  { agentId, userId }: { readonly agentId?: string | undefined; readonly userId?: string | undefined },
): Entry[] {
  const engine = createPolicyEngine(facts);
  const memories = new Map(entries.map((entry) => [entry.id, entry]));
  const principal = principalOf(actor, agentId);
  return entries.filter((entry) => {
    const decision = engine.decide({
      principal,
      action: 'read',
      environment: 'live',
      now: new Date(),
      kind: entry.type,
      item: entry,
      sources: entry.type === 'artifact' ? entry.sourceMemories.flatMap((id) => memories.get(id) ?? []) : [],
    });
    return decision.effect === 'allow' && (entry.userId === null || entry.userId === userId);
  });
}
