import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Transaction } from '@strata/platform/database/database';
import type { IdentifiedArtifact } from '../learning/knowledge-store.ts';

const BATCH = 20_000;

const OF_EVENTS = `
  select event_id as "eventId", array_agg(memory_id) as memories from memory_events
  where tenant_id = $1 and environment = $2 and event_id = any($3) group by event_id`;

const LINKED = `
  select artifact_id as "artifactId", array_agg(memory_id) as memories from artifact_memories
  where tenant_id = $1 and environment = $2 and artifact_id = any($3) group by artifact_id`;

const LINK = `
  insert into artifact_memories (tenant_id, environment, artifact_id, memory_id)
  select $1, $2, * from unnest($3::text[], $4::text[]) on conflict do nothing`;

const UNLINK = `
  delete from artifact_memories as kept using unnest($3::text[], $4::text[]) as stale (artifact_id, memory_id)
  where kept.tenant_id = $1 and kept.environment = $2 and kept.artifact_id = stale.artifact_id
    and kept.memory_id = stale.memory_id`;

interface Link {
  readonly artifactId: string;
  readonly memoryId: string;
}

/**
 * Links artifacts to every memory of the events that they rest on, and to no other. Each event is looked up once, and only
 * links that change are written. Returns the artifacts whose links changed.
 */
export async function linkMemories(
  tx: Transaction,
  scope: TenantScope,
  artifacts: readonly IdentifiedArtifact[],
): Promise<string[]> {
  const evidence = new Set(artifacts.flatMap(({ draft }) => draft.evidence));
  const memoriesOf = new Map<string, string[]>();
  for (const eventIds of inBatches([...evidence]))
    for (const row of await tx.query<{ eventId: string; memories: string[] }>(OF_EVENTS, keyed(scope, eventIds)))
      memoriesOf.set(row.eventId, row.memories);
  const ids = artifacts.map(({ id }) => id);
  const rows = await tx.query<{ artifactId: string; memories: string[] }>(LINKED, keyed(scope, ids));
  const linked = new Map(rows.map((row) => [row.artifactId, new Set(row.memories)]));

  const missing: Link[] = [];
  const stale: Link[] = [];
  for (const { id: artifactId, draft } of artifacts) {
    const wanted = new Set(draft.evidence.flatMap((eventId) => memoriesOf.get(eventId) ?? []));
    const known = linked.get(artifactId) ?? new Set();
    for (const memoryId of wanted) if (!known.has(memoryId)) missing.push({ artifactId, memoryId });
    for (const memoryId of known) if (!wanted.has(memoryId)) stale.push({ artifactId, memoryId });
  }
  await write(tx, scope, UNLINK, stale);
  await write(tx, scope, LINK, missing);
  return [...new Set([...missing, ...stale].map(({ artifactId }) => artifactId))];
}

async function write(tx: Transaction, scope: TenantScope, sql: string, links: readonly Link[]): Promise<void> {
  for (const part of inBatches(links))
    await tx.execute(sql, [
      ...[scope.tenantId, scope.environment],
      part.map(({ artifactId }) => artifactId),
      part.map(({ memoryId }) => memoryId),
    ]);
}

function* inBatches<T>(values: readonly T[]): Generator<T[]> {
  for (let from = 0; from < values.length; from += BATCH) yield values.slice(from, from + BATCH);
}

const keyed = ({ tenantId, environment }: TenantScope, ids: readonly string[]): unknown[] => [
  tenantId,
  environment,
  ids,
];
