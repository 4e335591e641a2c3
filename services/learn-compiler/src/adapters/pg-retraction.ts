import { newId } from '@strata/kernel/ids';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Transaction } from '@strata/platform/database/database';
import { MAX_SOURCE_EVENTS } from '../compile/source-events.ts';
import { ownerPart, type Owner } from '../learning/knowledge-ids.ts';
import { noteForIndex } from './pg-index-outbox.ts';

const OWN = 'tenant_id = $1 and environment = $2';

const MARK = `
  insert into changed_scopes as scope (tenant_id, environment, agent_id, namespace_id, mark, retracted_mark)
  select $1, $2, agent_id, namespace_id, mark, mark
  from (select agent_id, namespace_id, nextval('revisions') as mark
        from unnest($3::text[], $4::text[]) as owner (agent_id, namespace_id)) as owner
  on conflict (tenant_id, environment, agent_id, namespace_id)
  do update set mark = excluded.mark, retracted_mark = excluded.retracted_mark`;

/**
 * An artifact can rest on more events than it cites: when it cites as many as it may, and when it was read from what
 * happened before and after, too.
 */
export const RESTS_ON_MORE = `(cardinality(source_events) >= ${String(MAX_SOURCE_EVENTS)}
  or type in ('task_schema', 'failure_playbook'))`;

const WITHDRAW = `
  update artifacts set is_withdrawn = true, is_active = false, revision = nextval('revisions'), updated_at = now()
  where ${OWN} and not is_withdrawn
    and (id = any($4) or (coalesce(agent_id, ''), coalesce(namespace_id, '')) in (
           select agent_id, namespace_id from unnest($5::text[], $6::text[]) as owner (agent_id, namespace_id))
         and (source_events && $3::text[] or ${RESTS_ON_MORE}))
  returning id`;

/** A job that waits will find the scopes; one that was taken this moment may have looked already. */
const COMPILE_AGAIN = `
  with waiting as (
    select 1 from jobs where ${OWN} and status = 'queued' and cause = 'retraction' limit 1 for update skip locked)
  insert into jobs (tenant_id, environment, id, request, request_id, requested_at, cause)
  select $1, $2, $3, '{"eventIds": []}', $4, now(), 'retraction' where not exists (select 1 from waiting)`;

/** A memory that was deleted: what it was and where it lay, and nothing of its content. */
export interface DeletedMemory extends Owner {
  readonly id: string;
  readonly kind: string;
  readonly createdAt: Date;
}

export interface Retraction {
  readonly memories: readonly DeletedMemory[];
  /** Artifacts that were taken out of sight. */
  readonly withdrawn: number;
}

/**
 * Deletes memories for good, and with them what of their events artifacts are compiled from: the artifacts that rest on
 * it are out of sight from this transaction on, and a job is queued that compiles them from what is left.
 */
export async function forgetMemories(tx: Transaction, scope: TenantScope, ids: readonly string[]): Promise<Retraction> {
  const values = [scope.tenantId, scope.environment, ids];
  const memories = await tx.query<DeletedMemory>(
    `delete from memories where ${OWN} and id = any($3)
     returning id, kind, namespace_id as "namespaceId", agent_id as "agentId", created_at as "createdAt"`,
    values,
  );
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
  await noteForIndex(tx, scope, ids);
  const eventIds = events.map(({ id }) => id);
  const withdrawn = await retract(tx, scope, eventIds, { memoryIds: ids, owners: memories });
  return { memories, withdrawn };
}

/** Takes away the steps of events, and out of sight what was compiled from them. @returns how many artifacts that were. */
export const retractEvents = (tx: Transaction, scope: TenantScope, eventIds: readonly string[]): Promise<number> =>
  retract(tx, scope, eventIds, { memoryIds: [], owners: [] });

async function retract(
  tx: Transaction,
  scope: TenantScope,
  eventIds: readonly string[],
  deleted: { readonly memoryIds: readonly string[]; readonly owners: readonly Owner[] },
): Promise<number> {
  const own = [scope.tenantId, scope.environment];
  const steps = await tx.query<{ agentId: string; namespaceId: string }>(
    `delete from steps where ${OWN} and event_id = any($3) returning agent_id as "agentId", namespace_id as "namespaceId"`,
    [...own, eventIds],
  );
  const scopes = distinct([
    ...steps,
    ...deleted.owners.map((owner) => ({
      agentId: ownerPart(owner.agentId),
      namespaceId: ownerPart(owner.namespaceId),
    })),
  ]);
  if (scopes.length === 0) return 0;
  const owners = [scopes.map(({ agentId }) => agentId), scopes.map(({ namespaceId }) => namespaceId)];
  // First: whoever stores what such a scope compiled to holds its mark, and is seen below or finds it moved.
  await tx.execute(MARK, [...own, ...owners]);
  const linked = await tx.query<{ id: string }>(
    `delete from artifact_memories where ${OWN} and memory_id = any($3) returning artifact_id as id`,
    [...own, deleted.memoryIds],
  );
  const cited = [eventIds, linked.map(({ id }) => id)];
  const withdrawn = await tx.query<{ id: string }>(WITHDRAW, [...own, ...cited, ...owners]);
  await noteForIndex(
    tx,
    scope,
    withdrawn.map(({ id }) => id),
  );
  await tx.execute(COMPILE_AGAIN, [...own, newId('lrn'), newId('req')]);
  return withdrawn.length;
}

/** Each once, in an order that is the same for all who mark. */
function distinct(scopes: readonly { agentId: string; namespaceId: string }[]) {
  const byKey = new Map(scopes.map((scope) => [JSON.stringify([scope.agentId, scope.namespaceId]), scope]));
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, scope]) => scope);
}
