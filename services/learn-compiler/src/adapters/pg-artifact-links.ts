import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Transaction } from '@strata/platform/database/database';
import type { ChangedArtifact, CompiledKnowledge } from '../learning/compiled-knowledge.ts';

const BATCH = 20_000;

const OF_EVENTS = `
  select event_id as "eventId", array_agg(memory_id) as memories from memory_events
  where tenant_id = $1 and environment = $2 and event_id = any($3) group by event_id`;

const LINKED = `
  select artifact_id as "artifactId", array_agg(memory_id) as memories from artifact_memories
  where tenant_id = $1 and environment = $2 and artifact_id = any($3) group by artifact_id`;

const LINK = `
  insert into artifact_memories (tenant_id, environment, artifact_id, memory_id)
  select $1, $2, * from unnest($3::text[], $4::text[]) on conflict do nothing
  returning artifact_id as "artifactId"`;

const UNLINK = `
  delete from artifact_memories as kept using unnest($3::text[], $4::text[]) as stale (artifact_id, memory_id)
  where kept.tenant_id = $1 and kept.environment = $2 and kept.artifact_id = stale.artifact_id
    and kept.memory_id = stale.memory_id
  returning kept.artifact_id as "artifactId"`;

const STILL_SHOWN = `
  select distinct memory_id as "memoryId" from memory_events
  where tenant_id = $1 and environment = $2 and memory_id = any($3) and event_id = any($4)`;

interface Link {
  readonly artifactId: string;
  readonly memoryId: string;
}

/**
 * Links artifacts to every memory of the events that they rest on, and to no other. Where it is known how the evidence of an
 * artifact changed since it was stored, only what changed is looked up; `cited` are events of stored artifacts that have new
 * memories. Each event is looked up once, and only links that change are written. Returns the artifacts whose links changed.
 */
export async function linkMemories(
  tx: Transaction,
  scope: TenantScope,
  artifacts: readonly ChangedArtifact[],
  cited: CompiledKnowledge['cited'],
): Promise<string[]> {
  const anew = artifacts.filter(({ since }) => since === null);
  const gained = [...artifacts.map(({ id, since }) => ({ id, eventIds: since?.added ?? [] })), ...cited];
  const memoriesOf = await readMemories(tx, scope, [
    ...anew.flatMap(({ draft }) => draft.evidence),
    ...gained.flatMap(({ eventIds }) => eventIds),
    ...artifacts.flatMap(({ since }) => since?.removed ?? []),
  ]);
  const linked = await readLinks(
    tx,
    scope,
    anew.map(({ id }) => id),
  );
  const missing: Link[] = [];
  const stale: Link[] = [];
  for (const { id: artifactId, draft } of anew) {
    const wanted = memoriesOf(draft.evidence);
    const known = linked.get(artifactId) ?? new Set();
    for (const memoryId of wanted) if (!known.has(memoryId)) missing.push({ artifactId, memoryId });
    for (const memoryId of known) if (!wanted.has(memoryId)) stale.push({ artifactId, memoryId });
  }
  for (const { id: artifactId, eventIds } of gained)
    for (const memoryId of memoriesOf(eventIds)) missing.push({ artifactId, memoryId });
  for (const { id: artifactId, draft, since } of artifacts) {
    const lost = memoriesOf(since?.removed ?? []);
    if (lost.size === 0) continue;
    const rows = await tx.query<{ memoryId: string }>(STILL_SHOWN, [...keyed(scope, [...lost]), draft.evidence]);
    for (const { memoryId } of rows) lost.delete(memoryId);
    for (const memoryId of lost) stale.push({ artifactId, memoryId });
  }
  return [...new Set([...(await write(tx, scope, UNLINK, stale)), ...(await write(tx, scope, LINK, missing))])];
}

/** Looks up the memories of events, and returns a function that gives those of some of them. */
async function readMemories(
  tx: Transaction,
  scope: TenantScope,
  eventIds: readonly string[],
): Promise<(some: readonly string[]) => Set<string>> {
  const memoriesOf = new Map<string, string[]>();
  for (const part of inBatches([...new Set(eventIds)]))
    for (const row of await tx.query<{ eventId: string; memories: string[] }>(OF_EVENTS, keyed(scope, part)))
      memoriesOf.set(row.eventId, row.memories);
  return (some) => new Set(some.flatMap((eventId) => memoriesOf.get(eventId) ?? []));
}

async function readLinks(
  tx: Transaction,
  scope: TenantScope,
  artifactIds: readonly string[],
): Promise<Map<string, Set<string>>> {
  const rows = await tx.query<{ artifactId: string; memories: string[] }>(LINKED, keyed(scope, artifactIds));
  return new Map(rows.map((row) => [row.artifactId, new Set(row.memories)]));
}

/** Writes links, and returns the artifacts of those that changed. */
async function write(tx: Transaction, scope: TenantScope, sql: string, links: readonly Link[]): Promise<string[]> {
  const changed: string[] = [];
  for (const part of inBatches(links)) {
    const rows = await tx.query<{ artifactId: string }>(sql, [
      ...[scope.tenantId, scope.environment],
      part.map(({ artifactId }) => artifactId),
      part.map(({ memoryId }) => memoryId),
    ]);
    changed.push(...rows.map(({ artifactId }) => artifactId));
  }
  return changed;
}

function* inBatches<T>(values: readonly T[]): Generator<T[]> {
  for (let from = 0; from < values.length; from += BATCH) yield values.slice(from, from + BATCH);
}

const keyed = ({ tenantId, environment }: TenantScope, ids: readonly string[]): unknown[] => [
  tenantId,
  environment,
  ids,
];
