import { newId } from '@strata/kernel/ids';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Transaction } from '@strata/platform/database/database';
import type { Place } from '@strata/policy/place';
import { placeKey } from '../learning/knowledge-ids.ts';
import { citesOnlyPart, TYPES_USING_CONTEXT } from './cites-only-part.ts';
import { readStatements, weighAgreement } from './pg-agreement.ts';
import { forgetVersions } from './pg-artifact-versions.ts';
import { reopenReplaced } from './pg-claims.ts';
import { distinctPlaces } from './distinct-places.ts';
import { addToIndexOutbox, type EntryRevision } from './pg-index-outbox.ts';
import { forgetReasons } from './switched-off.ts';
import { countSessionsAgain, type SessionColumns } from './pg-session-steps.ts';

const OWN = 'tenant_id = $1 and environment = $2';

const MARK = `
  insert into changed_scopes as scope (tenant_id, environment, agent_id, namespace_id, mark, retracted_mark)
  select $1, $2, agent_id, namespace_id, mark, mark
  from (select agent_id, namespace_id, nextval('revisions') as mark
        from unnest($3::text[], $4::text[]) as place (agent_id, namespace_id)) as place
  on conflict (tenant_id, environment, agent_id, namespace_id)
  do update set mark = excluded.mark, retracted_mark = excluded.retracted_mark`;

const WITHDRAW = `
  update artifacts set is_withdrawn = true, is_active = false, revision = nextval('revisions'), updated_at = now()
  where ${OWN} and not is_withdrawn
    and (id = any($4) or (coalesce(agent_id, ''), coalesce(namespace_id, '')) in (
           select agent_id, namespace_id from unnest($5::text[], $6::text[]) as place (agent_id, namespace_id))
         and (source_events && $3::text[] or ${citesOnlyPart('$7')}))
  returning id`;

const DELETE_MEMORIES = `
  delete from memories where ${OWN} and id = any($3)
  returning id, kind, namespace_id as "namespaceId", agent_id as "agentId", created_at as "createdAt", is_side_text as "isSideText",
    revision`;

/** A waiting job will compile the changed scopes. A job that a worker is just taking may have read them before. */
const QUEUE_COMPILATION = `
  with waiting as (
    select 1 from jobs where ${OWN} and status = 'queued' and cause = 'retraction' limit 1 for update skip locked)
  insert into jobs (tenant_id, environment, id, request, request_id, requested_at, cause)
  select $1, $2, $3, '{"eventIds": []}', $4, now(), 'retraction' where not exists (select 1 from waiting)`;

/** What is known of a deleted memory; nothing of its content. */
export interface DeletedMemory extends Place {
  readonly id: string;
  readonly kind: string;
  readonly createdAt: Date;
  readonly isSideText: boolean;
}

export interface MemoryDeletion {
  readonly memories: readonly DeletedMemory[];
  /** Artifacts that were withdrawn. */
  readonly withdrawn: number;
}

/**
 * Deletes memories for good, and with them the steps of their events. Artifacts that rest on these are withdrawn in the
 * same transaction, and a job is queued that compiles them again from the remaining steps.
 */
export async function deleteMemories(
  tx: Transaction,
  scope: TenantScope,
  ids: readonly string[],
): Promise<MemoryDeletion> {
  const values = [scope.tenantId, scope.environment, ids];
  const statements = await readStatements(tx, scope, ids);
  const memories = await tx.query<DeletedMemory & EntryRevision>(DELETE_MEMORIES, values);
  if (memories.length === 0) return { memories, withdrawn: 0 };
  await tx.execute(
    `insert into forgotten_memories (tenant_id, environment, memory_id) select $1, $2, unnest($3::text[])
     on conflict do nothing`,
    values,
  );
  const events = await tx.query<{ id: string }>(
    `with links as (delete from memory_events where ${OWN} and memory_id = any($3) returning event_id)
     insert into forgotten_events (tenant_id, environment, event_id) select distinct $1, $2, event_id from links
     on conflict (tenant_id, environment, event_id) do update set at = forgotten_events.at
     returning event_id as id`,
    values,
  );
  await reopenReplaced(tx, scope, ids);
  await weighAgreement(tx, scope, statements);
  await addToIndexOutbox(tx, scope, ids, memories);
  const eventIds = events.map(({ id }) => id);
  const { withdrawn } = await retract(tx, scope, eventIds, { memoryIds: ids, places: memories });
  return { memories, withdrawn };
}

/** Deletes the steps of events, and withdraws the artifacts that rest on them. Returns how many artifacts that were. */
export const retractEvents = async (
  tx: Transaction,
  scope: TenantScope,
  eventIds: readonly string[],
): Promise<number> => (await retract(tx, scope, eventIds, { memoryIds: [], places: [] })).withdrawn;

/** What an erasure removed in one transaction. */
export interface ErasedEvidence extends Retraction {
  readonly memories: number;
  readonly claims: number;
}

/**
 * Deletes memories, and the steps of events, and withdraws the artifacts that rest on them. The memories come back when other
 * events say the same; the events do not.
 */
export async function eraseEvidence(
  tx: Transaction,
  scope: TenantScope,
  eventIds: readonly string[],
  memoryIds: readonly string[],
): Promise<ErasedEvidence> {
  const values = [scope.tenantId, scope.environment, memoryIds];
  const statements = await readStatements(tx, scope, memoryIds);
  const claims = await tx.execute(`delete from claims where ${OWN} and memory_id = any($3)`, values);
  const memories = await tx.query<DeletedMemory & EntryRevision>(DELETE_MEMORIES, values);
  await tx.execute(`delete from memory_events where ${OWN} and memory_id = any($3)`, values);
  await tx.execute(
    `insert into forgotten_events (tenant_id, environment, event_id) select $1, $2, unnest($3::text[])
     on conflict do nothing`,
    [scope.tenantId, scope.environment, eventIds],
  );
  await reopenReplaced(tx, scope, memoryIds);
  await weighAgreement(tx, scope, statements);
  await addToIndexOutbox(tx, scope, memoryIds, memories);
  const retraction = await retract(tx, scope, eventIds, { memoryIds, places: memories });
  return { memories: memories.length, claims, ...retraction };
}

interface Retraction {
  readonly steps: number;
  /** Artifacts that were withdrawn. */
  readonly withdrawn: number;
}

async function retract(
  tx: Transaction,
  scope: TenantScope,
  eventIds: readonly string[],
  deleted: { readonly memoryIds: readonly string[]; readonly places: readonly Place[] },
): Promise<Retraction> {
  const own = [scope.tenantId, scope.environment];
  const steps = await tx.query<SessionColumns>(
    `delete from steps where ${OWN} and event_id = any($3)
     returning agent_id as "agentId", namespace_id as "namespaceId", session_id as "sessionId"`,
    [...own, eventIds],
  );
  const ofMemories = deleted.places.map(placeKey).map(([agentId, namespaceId]) => ({ agentId, namespaceId }));
  const scopes = distinctPlaces([...steps, ...ofMemories]);
  if (scopes.length === 0) return { steps: 0, withdrawn: 0 };
  const places = [scopes.map(({ agentId }) => agentId), scopes.map(({ namespaceId }) => namespaceId)];
  // The marks move first: a job that stores such a scope's artifacts locks its mark, so they are withdrawn below, or the
  // job finds that the mark has moved.
  await markRetracted(tx, scope, scopes);
  await countSessionsAgain(tx, scope, steps);
  const linked = await tx.query<{ id: string }>(
    `delete from artifact_memories where ${OWN} and memory_id = any($3) returning artifact_id as id`,
    [...own, deleted.memoryIds],
  );
  const cited = [eventIds, linked.map(({ id }) => id)];
  const withdrawn = await tx.query<{ id: string }>(WITHDRAW, [...own, ...cited, ...places, TYPES_USING_CONTEXT]);
  const withdrawnIds = withdrawn.map(({ id }) => id);
  await forgetReasons(tx, scope, withdrawnIds);
  const [agentIds = [], namespaceIds = []] = places;
  await forgetVersions(tx, scope, eventIds, withdrawnIds, agentIds, namespaceIds);
  await addToIndexOutbox(tx, scope, withdrawnIds);
  await queueCompilation(tx, scope);
  return { steps: steps.length, withdrawn: withdrawn.length };
}

/** Marks learning scopes, so that they are compiled again, and what was compiled before is thrown away. Locks their rows. */
export const markRetracted = (
  tx: Transaction,
  { tenantId, environment }: TenantScope,
  places: readonly Pick<SessionColumns, 'agentId' | 'namespaceId'>[],
): Promise<number> =>
  tx.execute(MARK, [
    ...[tenantId, environment],
    places.map(({ agentId }) => agentId),
    places.map(({ namespaceId }) => namespaceId),
  ]);

/** Queues a job that compiles the marked learning scopes, unless one waits. */
export const queueCompilation = (tx: Transaction, { tenantId, environment }: TenantScope): Promise<number> =>
  tx.execute(QUEUE_COMPILATION, [tenantId, environment, newId('lrn'), newId('req')]);
