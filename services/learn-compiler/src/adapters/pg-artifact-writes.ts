import type { Tombstone } from '@strata/policy/tombstones';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Transaction } from '@strata/platform/database/database';
import type { RecordTombstones } from '@strata/policy/record-tombstones';
import type { ArtifactType } from '../compile/types.ts';
import { ownerPart, type Owner } from '../learning/knowledge-ids.ts';
import type { ArtifactChanges, OwnedArtifact } from '../learning/knowledge-store.ts';
import { linkMemories } from './pg-artifact-links.ts';
import { noteForIndex } from './pg-index-outbox.ts';

const OWNED = `tenant_id = $1 and environment = $2 and coalesce(agent_id, '') = $3 and coalesce(namespace_id, '') = $4`;

// Compared as jsonb, by value: content that only changed its key order is the same content.
const UPSERT = `
  insert into artifacts (tenant_id, environment, id, agent_id, namespace_id, type, title, content, token_count, confidence,
                         tags, source_events, source_sessions)
  select $1, $2, id, nullif($3, ''), nullif($4, ''), type, title, content::json, token_count, confidence,
         array(select json_array_elements_text(tags::json)), array(select json_array_elements_text(sources::json)), sessions
  from unnest($5::text[], $6::text[], $7::text[], $8::text[], $9::integer[], $10::real[], $11::text[], $12::text[],
              $13::integer[])
       as row (id, type, title, content, token_count, confidence, tags, sources, sessions)
  on conflict (tenant_id, environment, id) do update set
    title = excluded.title, content = excluded.content, token_count = excluded.token_count,
    confidence = excluded.confidence, tags = excluded.tags, source_events = excluded.source_events,
    source_sessions = excluded.source_sessions, is_active = true, is_withdrawn = false,
    version = artifacts.version
      + (artifacts.content::jsonb <> excluded.content::jsonb or artifacts.title <> excluded.title)::integer,
    revision = nextval('revisions'), compiled_at = now(), updated_at = now()
  where (artifacts.title, artifacts.content::jsonb, artifacts.tags, artifacts.source_events, artifacts.is_active)
        is distinct from (excluded.title, excluded.content::jsonb, excluded.tags, excluded.source_events, true)
  returning id, (xmax = 0) as created`;

const DEACTIVATE = `
  update artifacts set is_active = false, revision = nextval('revisions'), updated_at = now()
  where ${OWNED} and is_active and not (id = any($5)) and ($6::text is null or type = $6)
  returning id`;

/** Something that they were compiled from is gone, and what is left does not carry them: nothing of them may stay. */
const RETIRE = `
  delete from artifacts
  where ${OWNED} and is_withdrawn and not (id = any($5)) and ($6::text is null or type = $6)
  returning id, type, namespace_id as "namespaceId", agent_id as "agentId", created_at as "createdAt"`;

interface RetiredRow extends Owner {
  readonly id: string;
  readonly type: ArtifactType;
  readonly createdAt: Date;
}

/**
 * Writes what a scope compiled to: new artifacts, changed ones under a raised version, and the others of the compiled
 * types switched off, since their evidence no longer carries them. Of those that lost a source, the ones that did not
 * come out again are deleted. What did not change is not touched.
 */
export async function writeArtifacts(
  tx: Transaction,
  scope: TenantScope,
  owner: Owner,
  artifacts: readonly OwnedArtifact[],
  onlyType: ArtifactType | undefined,
  tell: RecordTombstones,
): Promise<ArtifactChanges> {
  const column = <Value>(read: (artifact: OwnedArtifact) => Value): Value[] => artifacts.map(read);
  const own = [scope.tenantId, scope.environment, ownerPart(owner.agentId), ownerPart(owner.namespaceId)];
  const ids = column((artifact) => artifact.id);
  const written = await tx.query<{ id: string; created: boolean }>(UPSERT, [
    ...own,
    ids,
    column(({ draft }) => draft.type),
    column(({ draft }) => draft.title),
    column(({ draft }) => JSON.stringify(draft.content)),
    column(({ tokenCount }) => tokenCount),
    column(({ draft }) => draft.confidence),
    column(({ draft }) => JSON.stringify(draft.tags)),
    column(({ draft }) => JSON.stringify(draft.sourceEvents)),
    column(({ draft }) => draft.sourceSessions),
  ]);
  const gone = await tx.query<{ id: string }>(DEACTIVATE, [...own, ids, onlyType ?? null]);
  const retired = await tx.query<RetiredRow>(RETIRE, [...own, ids, onlyType ?? null]);
  const changed = written.map((row) => row.id);
  await tx.execute(
    'delete from artifact_memories where tenant_id = $1 and environment = $2 and artifact_id = any($3)',
    [scope.tenantId, scope.environment, retired.map((row) => row.id)],
  );
  const relinked = await linkMemories(tx, scope, artifacts);
  const unknown = relinked.filter((id) => !changed.includes(id));
  await tx.execute(
    "update artifacts set revision = nextval('revisions') where tenant_id = $1 and environment = $2 and id = any($3)",
    [scope.tenantId, scope.environment, unknown],
  );
  await noteForIndex(tx, scope, [...changed, ...unknown, ...[...gone, ...retired].map((row) => row.id)]);
  await tell(tx, scope, retired.map(tombstoneOf));
  const created = written.filter((row) => row.created).length;
  return { created, updated: written.length - created, deactivated: gone.length };
}

const tombstoneOf = ({ id, type, namespaceId, agentId, createdAt }: RetiredRow): Tombstone => ({
  action: 'artifact.delete',
  resourceId: id,
  place: { namespaceId, agentId },
  before: { type, namespaceId, agentId, createdAt: createdAt.toISOString() },
  after: null,
  reason: 'What it was compiled from is deleted, and the rest does not carry it',
});
