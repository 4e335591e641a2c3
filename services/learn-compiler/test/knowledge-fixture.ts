import type { Artifact } from '@strata/contracts/schemas/artifact';
import type { Memory } from '@strata/contracts/schemas/memory';
import { newId } from '@strata/kernel/ids';
import type { DatabaseSession } from '@strata/testkit/database-session';

export type MemorySeed = Readonly<Pick<Memory, 'id' | 'namespaceId' | 'agentId' | 'tags' | 'content' | 'sourceEvents'>>;
export type ArtifactSeed = Readonly<
  Pick<Memory, 'namespaceId' | 'agentId' | 'tags'> & Pick<Artifact, 'id' | 'title' | 'sourceMemories' | 'sourceEvents'>
>;

export const memory = (change: Partial<MemorySeed> = {}): MemorySeed => ({
  id: newId('mem'),
  namespaceId: null,
  agentId: 'ops',
  tags: [],
  content: 'The export runs at four',
  sourceEvents: [newId('evt')],
  ...change,
});

export const artifact = (change: Partial<ArtifactSeed> = {}): ArtifactSeed => ({
  id: newId('art'),
  namespaceId: null,
  agentId: 'ops',
  tags: [],
  title: 'Move the export',
  sourceMemories: [],
  sourceEvents: [],
  ...change,
});

const MEMORIES = `
  insert into learn.memories (tenant_id, environment, id, agent_id, namespace_id, session_id, position, kind, content, body,
                              dates, tags, importance, confidence, token_count, valid_from)
  select $1, 'live', seed ->> 'id', seed ->> 'agentId', seed ->> 'namespaceId', 'run', place, 'fact', seed ->> 'content',
         seed ->> 'content', '{}', array(select json_array_elements_text(seed -> 'tags')), 0.5, 0.5, 1, now()
  from json_array_elements($2::json) with ordinality as row (seed, place) order by place`;

const MEMORY_EVENTS = `
  insert into learn.memory_events (tenant_id, environment, memory_id, event_id, at)
  select $1, 'live', seed ->> 'id', event, now() + place * interval '1 millisecond'
  from json_array_elements($2::json) as seed,
       json_array_elements_text(seed -> 'sourceEvents') with ordinality as link (event, place)`;

const ARTIFACTS = `
  insert into learn.artifacts (tenant_id, environment, id, agent_id, namespace_id, type, title, content, token_count,
                               confidence, tags, source_events, source_sessions)
  select $1, 'live', seed ->> 'id', seed ->> 'agentId', seed ->> 'namespaceId', 'task_schema', seed ->> 'title',
         '{"goal": "g", "preconditions": [], "steps": [], "successRate": 1, "support": 3}', 1, 0.5,
         array(select json_array_elements_text(seed -> 'tags')),
         array(select json_array_elements_text(seed -> 'sourceEvents')), 3
  from json_array_elements($2::json) as seed`;

const ARTIFACT_MEMORIES = `
  insert into learn.artifact_memories (tenant_id, environment, artifact_id, memory_id, at)
  select $1, 'live', seed ->> 'id', memory, now() + place * interval '1 millisecond'
  from json_array_elements($2::json) with ordinality as row (seed, place),
       json_array_elements_text(seed -> 'sourceMemories') as memory`;

/** Stores memories, oldest first, each with its events oldest first. */
export async function storeMemories(
  session: DatabaseSession,
  tenantId: string,
  seeds: readonly MemorySeed[],
): Promise<void> {
  for (const sql of [MEMORIES, MEMORY_EVENTS]) await session.query(sql, [tenantId, JSON.stringify(seeds)]);
}

/** Stores artifacts; those that come first were linked to their memories first. */
export async function storeArtifacts(
  session: DatabaseSession,
  tenantId: string,
  seeds: readonly ArtifactSeed[],
): Promise<void> {
  for (const sql of [ARTIFACTS, ARTIFACT_MEMORIES]) await session.query(sql, [tenantId, JSON.stringify(seeds)]);
}
