import type { Tombstone } from '@strata/policy/tombstones';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Transaction } from '@strata/platform/database/database';
import type { RecordTombstones } from '@strata/policy/record-tombstones';
import type { ArtifactType } from '@strata/contracts/schemas/artifact';
import type { Place } from '@strata/policy/place';
import { placeKey } from '../learning/knowledge-ids.ts';
import type { StoredItem } from '../reading/artifact-reader.ts';
import type { ChangedArtifact, CompiledKnowledge } from '../learning/compiled-knowledge.ts';
import type { ArtifactChanges } from '../learning/knowledge-store.ts';
import { linkMemories } from './pg-artifact-links.ts';
import { keepVersions } from './pg-artifact-versions.ts';
import { addToIndexOutbox, type EntryRevision } from './pg-index-outbox.ts';
import { countLearned } from './pg-learned-hours.ts';

const ITEM = 'id, namespace_id as "namespaceId", agent_id as "agentId", tags';

const OF_PLACE = `tenant_id = $1 and environment = $2 and coalesce(agent_id, '') = $3 and coalesce(namespace_id, '') = $4`;

// Content is compared as jsonb, by value: the order of keys does not matter.
const UPSERT = `
  insert into artifacts (tenant_id, environment, id, agent_id, namespace_id, type, title, content, token_count, confidence,
                         tags, source_events, source_sessions, user_id, changes)
  select $1, $2, id, nullif($3, ''), nullif($4, ''), type, title, content::json, token_count, confidence,
         array(select json_array_elements_text(tags::json)), array(select json_array_elements_text(sources::json)), sessions,
         user_id, array(select json_array_elements_text(changes::json))
  from unnest($5::text[], $6::text[], $7::text[], $8::text[], $9::integer[], $10::real[], $11::text[], $12::text[],
              $13::integer[], $14::text[], $15::text[])
       as row (id, type, title, content, token_count, confidence, tags, sources, sessions, user_id, changes)
  on conflict (tenant_id, environment, id) do update set
    title = excluded.title, content = excluded.content, token_count = excluded.token_count,
    confidence = excluded.confidence, tags = excluded.tags, source_events = excluded.source_events,
    source_sessions = excluded.source_sessions, user_id = excluded.user_id, changes = excluded.changes, is_active = true, is_withdrawn = false,
    version = artifacts.version
      + (artifacts.content::jsonb <> excluded.content::jsonb or artifacts.title <> excluded.title)::integer,
    revision = nextval('revisions'), compiled_at = now(), updated_at = now()
  where (artifacts.title, artifacts.content::jsonb, artifacts.tags, artifacts.source_events, artifacts.user_id, artifacts.changes, artifacts.is_active)
        is distinct from (excluded.title, excluded.content::jsonb, excluded.tags, excluded.source_events, excluded.user_id, excluded.changes, true)
  returning ${ITEM}, (xmax = 0) as created`;

// The evidence can change while all that is shown stays.
const SET_FINGERPRINTS = `
  update artifacts set fingerprint = given.fingerprint from unnest($3::text[], $4::text[]) as given (id, fingerprint)
  where tenant_id = $1 and environment = $2 and artifacts.id = given.id`;

const DEACTIVATE = `
  update artifacts set is_active = false, revision = nextval('revisions'), updated_at = now()
  where ${OF_PLACE} and is_active and not (id = any($5)) and ($6::text is null or type = $6)
  returning ${ITEM}`;

/** Withdrawn artifacts that were not compiled again: they rest on something deleted, so nothing of them may stay. */
const DELETE_WITHDRAWN = `
  delete from artifacts
  where ${OF_PLACE} and is_withdrawn and not (id = any($5)) and ($6::text is null or type = $6)
  returning id, revision, type, namespace_id as "namespaceId", agent_id as "agentId", created_at as "createdAt"`;

interface DeletedRow extends Place, EntryRevision {
  readonly type: ArtifactType;
  readonly createdAt: Date;
}

/**
 * Stores the artifacts that a learning scope was compiled to: inserts new ones and raises the version of changed ones.
 * Other artifacts of the compiled types no longer have enough evidence: they are deactivated, or deleted if they were
 * withdrawn. Unchanged artifacts are not written.
 */
export async function writeArtifacts(
  tx: Transaction,
  scope: TenantScope,
  place: Place,
  { kept, changed: artifacts, cited }: CompiledKnowledge,
  onlyType: ArtifactType | undefined,
  recordTombstones: RecordTombstones,
): Promise<ArtifactChanges> {
  const column = <Value>(read: (artifact: ChangedArtifact) => Value): Value[] => artifacts.map(read);
  const own = [scope.tenantId, scope.environment, ...placeKey(place)];
  await keepVersions(tx, scope, artifacts);
  const written = await tx.query<StoredItem & { created: boolean }>(UPSERT, [
    ...own,
    column((artifact) => artifact.id),
    column(({ draft }) => draft.type),
    column(({ draft }) => draft.title),
    column(({ draft }) => JSON.stringify(draft.content)),
    column(({ tokenCount }) => tokenCount),
    column(({ draft }) => draft.confidence),
    column(({ draft }) => JSON.stringify(draft.tags)),
    column(({ draft }) => JSON.stringify(draft.sourceEvents)),
    column(({ draft }) => draft.sourceSessions),
    column(({ draft }) => draft.userId ?? null),
    column(({ draft }) => JSON.stringify(draft.changes)),
  ]);
  await tx.execute(SET_FINGERPRINTS, [
    ...own.slice(0, 2),
    column((artifact) => artifact.id),
    column((artifact) => artifact.fingerprint),
  ]);
  const ids = [...kept, ...column((artifact) => artifact.id)];
  const deactivated = await tx.query<StoredItem>(DEACTIVATE, [...own, ids, onlyType ?? null]);
  const deleted = await tx.query<DeletedRow>(DELETE_WITHDRAWN, [...own, ids, onlyType ?? null]);
  const changed = written.map((row) => row.id);
  await tx.execute(
    'delete from artifact_memories where tenant_id = $1 and environment = $2 and artifact_id = any($3)',
    [scope.tenantId, scope.environment, deleted.map((row) => row.id)],
  );
  const relinked = await linkMemories(tx, scope, artifacts, cited);
  const onlyRelinked = relinked.filter((id) => !changed.includes(id));
  await tx.execute(
    "update artifacts set revision = nextval('revisions') where tenant_id = $1 and environment = $2 and id = any($3)",
    [scope.tenantId, scope.environment, onlyRelinked],
  );
  const hidden = [...deactivated, ...deleted].map((row) => row.id);
  await addToIndexOutbox(tx, scope, [...changed, ...onlyRelinked, ...hidden], deleted);
  await recordTombstones(tx, scope, deleted.map(tombstoneOf));
  const created = written.filter((row) => row.created);
  await countLearned(tx, scope, { artifacts: created.length });
  return {
    created,
    updated: written.filter((row) => !row.created),
    deactivated,
  };
}

const tombstoneOf = ({ id, type, namespaceId, agentId, createdAt }: DeletedRow): Tombstone => ({
  action: 'artifact.delete',
  resourceId: id,
  place: { namespaceId, agentId },
  before: { type, namespaceId, agentId, createdAt: createdAt.toISOString() },
  after: null,
  reason: 'Something that it was compiled from was deleted, and the remaining evidence is not enough',
});
