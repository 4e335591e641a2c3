import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Transaction } from '@strata/platform/database/database';
import type { RecordTombstones } from '@strata/policy/record-tombstones';
import type { StoredItem } from '../reading/artifact-reader.ts';
import type { DraftedMemory, IdentifiedMemory } from '../learning/compiled-knowledge.ts';
import type { MemoryChanges } from '../learning/knowledge-store.ts';
import { writeClaims } from './pg-claims.ts';
import { addToIndexOutbox } from './pg-index-outbox.ts';
import { countLearned } from './pg-learned-hours.ts';
import { restoration, type ArchivedMemory } from './restoration.ts';

const LINK_EVENTS = `
  insert into memory_events (tenant_id, environment, memory_id, event_id)
  select $1, $2, memory_id, event_id from unnest($3::text[], $4::text[]) as link (memory_id, event_id)
  where not exists (
    select 1 from forgotten_memories as gone
    where gone.tenant_id = $1 and gone.environment = $2 and gone.memory_id = link.memory_id)
  on conflict do nothing
  returning memory_id as "memoryId"`;

/** A finding that is stored is written again when its words or figures change, even if the events that it cites do not. */
const STORED_FINDINGS = `
  select id from memories where tenant_id = $1 and environment = $2 and id = any($3) and fingerprint is not null`;

const LAST_POSITIONS = `
  select session_id as "sessionId", max(position) as last from memories
  where tenant_id = $1 and environment = $2 and session_id = any($3) group by session_id`;

/** More voices make a memory no surer. */
const MAX_VOICES = 32;

const UPSERT = `
  insert into memories (tenant_id, environment, id, agent_id, namespace_id, session_id, position, part, parts, kind,
                        content, speaker, body, dates, tags, importance, confidence, token_count, valid_from, last_said, fingerprint,
                        voices, user_id, is_side_text)
  select $1, $2, id, agent_id, namespace_id, session_id, position, part, parts, kind, content, speaker, body,
         array(select json_array_elements_text(dates::json)),
         array(select json_array_elements_text(tags::json)), importance, confidence, token_count, valid_from, last_said,
         fingerprint, array(select json_array_elements_text(voices::json) limit ${String(MAX_VOICES)}), user_id, is_side_text
  from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::integer[], $8::integer[], $9::integer[], $10::text[],
              $11::text[], $12::text[], $13::text[], $14::text[], $15::text[], $16::real[], $17::real[], $18::integer[],
              $19::timestamptz[], $20::timestamptz[], $21::text[], $22::text[], $23::text[], $24::boolean[])
       as row (id, agent_id, namespace_id, session_id, position, part, parts, kind, content, speaker, body, dates, tags,
               importance, confidence, token_count, valid_from, last_said, fingerprint, voices, user_id, is_side_text)
  on conflict (tenant_id, environment, id) do update set
    valid_from = least(memories.valid_from, excluded.valid_from),
    last_said = greatest(coalesce(memories.last_said, memories.valid_from), excluded.last_said),
    -- Said again, it may hold again: it is compared with other claims anew.
    valid_to = null,
    replaced_by = null,
    tags = array(select distinct tag from unnest(memories.tags || excluded.tags) as tag order by tag),
    importance = greatest(memories.importance, excluded.importance),
    voices = array(select distinct voice from unnest(memories.voices || excluded.voices) as voice
                   order by voice limit ${String(MAX_VOICES)}),
    -- An error resolution is counted anew with every compilation: its latest figures replace earlier ones.
    content = case excluded.kind when 'error_resolution' then excluded.content else memories.content end,
    body = case excluded.kind when 'error_resolution' then excluded.body else memories.body end,
    token_count = case excluded.kind when 'error_resolution' then excluded.token_count else memories.token_count end,
    confidence = case excluded.kind when 'error_resolution' then excluded.confidence
                 else greatest(memories.confidence, excluded.confidence) end,
    -- Newer evidence restores an archived memory.
    archived_at = case
      when excluded.last_said > coalesce(memories.last_said, memories.valid_from) then null
      else memories.archived_at end,
    is_side_text = memories.is_side_text and excluded.is_side_text,
    fingerprint = excluded.fingerprint,
    revision = nextval('revisions'),
    updated_at = now()
  returning id, agent_id as "agentId", namespace_id as "namespaceId", tags, (xmax = 0) as created,
            archived_at as "archivedAt", is_side_text as "isSideText"`;

const ARCHIVED = `
  select id, namespace_id as "namespaceId", agent_id as "agentId", archived_at as "archivedAt" from memories
  where tenant_id = $1 and environment = $2 and id = any($3) and archived_at is not null for update`;

/**
 * Stores memories that have new evidence, and findings that changed, and queues them for the index. Known evidence changes
 * nothing, so a page can be repeated. Deleted memories do not come back.
 */
export async function writeMemories(
  tx: Transaction,
  scope: TenantScope,
  memories: readonly IdentifiedMemory[],
  recordTombstones: RecordTombstones,
): Promise<MemoryChanges> {
  const links = memories.flatMap(({ id, draft }) => draft.sourceEvents.map((eventId) => ({ id, eventId })));
  if (links.length === 0) return { created: [], updated: [] };
  const fresh = await tx.query<{ memoryId: string }>(LINK_EVENTS, [
    scope.tenantId,
    scope.environment,
    links.map((link) => link.id),
    links.map((link) => link.eventId),
  ]);
  const findings = memories.filter(({ fingerprint }) => fingerprint !== undefined).map(({ id }) => id);
  const stored =
    findings.length === 0
      ? []
      : await tx.query<{ id: string }>(STORED_FINDINGS, [scope.tenantId, scope.environment, findings]);
  const ids = new Set([...fresh.map((row) => row.memoryId), ...stored.map(({ id }) => id)]);
  const rows = memories.filter(({ id }) => ids.has(id)).sort(byPosition);
  if (rows.length === 0) return { created: [], updated: [] };

  const places = await nextPlaces(tx, scope, rows);
  const column = <Value>(read: (row: IdentifiedMemory) => Value): Value[] => rows.map(read);
  const archived = await tx.query<ArchivedMemory>(ARCHIVED, [scope.tenantId, scope.environment, [...ids]]);
  const written = await tx.query<StoredItem & { created: boolean; archivedAt: Date | null; isSideText: boolean }>(
    UPSERT,
    [
      scope.tenantId,
      scope.environment,
      column((row) => row.id),
      column((row) => row.place.agentId),
      column((row) => row.place.namespaceId),
      column((row) => row.draft.sessionId),
      places.map(({ position }) => position),
      places.map(({ part }) => part),
      places.map(({ parts }) => parts),
      column((row) => row.draft.kind),
      column((row) => row.draft.content),
      column((row) => row.draft.speaker),
      column((row) => row.draft.body),
      column((row) => JSON.stringify(row.draft.dates)),
      column((row) => JSON.stringify(row.draft.tags)),
      column((row) => row.draft.importance),
      column((row) => row.draft.confidence),
      column((row) => row.tokenCount),
      column((row) => row.draft.validFrom),
      column((row) => row.draft.lastSaid),
      column((row) => row.fingerprint ?? null),
      column((row) => JSON.stringify(row.draft.voices)),
      column((row) => row.draft.userId ?? null),
      column((row) => row.draft.isSideText ?? false),
    ],
  );
  await writeClaims(tx, scope, rows);
  await addToIndexOutbox(
    tx,
    scope,
    rows.map((row) => row.id),
  );
  const memoryRows = written.filter((row) => !row.isSideText);
  const present = new Set(memoryRows.filter((row) => row.archivedAt === null).map((row) => row.id));
  const back = archived.filter((row) => present.has(row.id));
  await recordTombstones(
    tx,
    scope,
    back.map((row) => restoration(row, 'It has newer evidence')),
  );
  const created = memoryRows.filter((row) => row.created);
  await countLearned(tx, scope, { memories: created.length });
  return { created, updated: memoryRows.filter((row) => !row.created) };
}

/** In the order in which the words of a session were said. */
export const byPosition = ({ draft: a }: DraftedMemory, { draft: b }: DraftedMemory): number =>
  a.position - b.position || a.part - b.part;

/**
 * Places in their sessions: positions that continue after those that are stored (neighbours in a conversation differ by
 * one), and which part of its message each memory is. `rows` are in the order of the conversation.
 */
export async function nextPlaces(
  tx: Transaction,
  scope: TenantScope,
  rows: readonly DraftedMemory[],
): Promise<{ position: number; part: number; parts: number }[]> {
  const sessions = [...new Set(rows.map((row) => row.draft.sessionId))];
  const known = await tx.query<{ sessionId: string; last: number }>(LAST_POSITIONS, [
    scope.tenantId,
    scope.environment,
    sessions,
  ]);
  const last = new Map(known.map((row) => [row.sessionId, row.last]));
  const messageOf = ({ draft }: DraftedMemory): string => `${String(draft.position)}\n${draft.sessionId}`;
  const written = new Map<string, number>();
  const numbered = rows.map((row) => {
    const { sessionId } = row.draft;
    const position = (last.get(sessionId) ?? -1) + 1;
    last.set(sessionId, position);
    const part = written.get(messageOf(row)) ?? 0;
    written.set(messageOf(row), part + 1);
    return { row, position, part };
  });
  return numbered.map(({ row, ...place }) => ({ ...place, parts: written.get(messageOf(row)) ?? 1 }));
}
