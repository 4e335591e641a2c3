import type { Environment, TenantScope } from '@strata/kernel/tenant-scope';
import type { Database } from '@strata/platform/database/database';
import type { DueEntry, VectorQueue } from '../embedding/vector-queue.ts';
import type { WriteAlongside } from './pg-entry-store.ts';
import { requireWanted } from './pg-vector-models.ts';
import { VECTOR_WORKER_ROLE } from './vector-worker-role.ts';

const CLAIM = `
  with oldest as materialized (
    select tenant_id, environment, entry_id from synthesis_vectors.due_embeddings
    where due_at <= now() order by due_at limit ($1 + 1) / 2 for update skip locked
  ), newest as materialized (
    select tenant_id, environment, entry_id from synthesis_vectors.due_embeddings
    where due_at <= now() and attempts = 0 order by due_at desc limit $1 for update skip locked
  ), due as (
    select * from oldest
    union all
    (select * from newest where (tenant_id, environment, entry_id) not in (select * from oldest)
     limit $1 - (select count(*) from oldest))
  ), claimed as (
    update synthesis_vectors.due_embeddings d
    set attempts = d.attempts + 1, due_at = now() + make_interval(secs => $2 / 1000.0)
    from due where d.tenant_id = due.tenant_id and d.environment = due.environment and d.entry_id = due.entry_id
    returning d.*
  )
  select c.tenant_id as "tenantId", c.environment, c.entry_id as id, e.revision, c.attempts, e.body, e.features::json ->> 5 as speaker
  from claimed c join synthesis.entries e on e.tenant_id = c.tenant_id and e.environment = c.environment and e.id = c.entry_id`;

// No vector is stored for an entry that has changed or gone since: it would belong to another text.
const STORE = `
  insert into synthesis_vectors.embeddings
    (tenant_id, environment, entry_id, revision, agent_id, provider, model, dimensions, embedding)
  select e.tenant_id, e.environment, e.id, e.revision, e.agent_id, $2, $3, vector_dims(g.vector::vector), g.vector::vector
  from json_to_recordset($1) as g ("tenantId" text, environment text, id text, revision bigint, vector text)
  join synthesis.entries e
    on e.tenant_id = g."tenantId" and e.environment = g.environment and e.id = g.id and e.revision = g.revision
  order by e.tenant_id, e.environment, e.id
  on conflict (tenant_id, environment, entry_id) do update set
    revision = excluded.revision, agent_id = excluded.agent_id, provider = excluded.provider, model = excluded.model,
    dimensions = excluded.dimensions, embedding = excluded.embedding`;

const OF_ENTRIES = `
  from json_to_recordset($1) as g ("tenantId" text, environment text, id text, revision bigint)
  where d.tenant_id = g."tenantId" and d.environment = g.environment and d.entry_id = g.id`;

const POSTPONE = `
  update synthesis_vectors.due_embeddings d set due_at = now() + make_interval(secs => $2 / 1000.0) ${OF_ENTRIES}`;

const FINISH = `
  delete from synthesis_vectors.due_embeddings d using synthesis.entries e,
    json_to_recordset($1) as g ("tenantId" text, environment text, id text, revision bigint)
  where d.tenant_id = g."tenantId" and d.environment = g.environment and d.entry_id = g.id
    and e.tenant_id = d.tenant_id and e.environment = d.environment and e.id = d.entry_id and e.revision = g.revision`;

const DELETE_VECTORS = `
  delete from synthesis_vectors.embeddings d using
    json_to_recordset($1) as g ("tenantId" text, environment text, id text, revision bigint)
  where d.tenant_id = g."tenantId" and d.environment = g.environment and d.entry_id = g.id and d.revision <= g.revision`;

const ENQUEUE = `
  insert into synthesis_vectors.due_embeddings (tenant_id, environment, entry_id)
  select $1, $2, id from unnest($3::text[]) as given (id) order by id
  on conflict (tenant_id, environment, entry_id) do update set attempts = 0, due_at = now()`;

/** Queues entries for their vectors, in the transaction that writes them. */
export const enqueueEntries: WriteAlongside = async (tx, { tenantId, environment }, ids) => {
  await tx.execute(ENQUEUE, [tenantId, environment, ids]);
};

interface ClaimedRow {
  tenantId: string;
  environment: Environment;
  id: string;
  revision: string;
  attempts: number;
  body: string;
  speaker: string | null;
}

/** The queue of entries without vectors, in PostgreSQL. A claim is a lease: if a worker dies, another takes over. */
export function createPgVectorQueue(database: Database): VectorQueue {
  return {
    claim: (model, limit, leaseMs) =>
      database.asRole(VECTOR_WORKER_ROLE, async (tx) => {
        await requireWanted(tx, model);
        const rows = await tx.query<ClaimedRow>(CLAIM, [limit, leaseMs]);
        return rows.map(toDue);
      }),
    store: (model, vectors) =>
      database.asRole(VECTOR_WORKER_ROLE, async (tx) => {
        await requireWanted(tx, model);
        const rows = vectors.map(({ entry, vector }) => ({ ...key(entry), vector: vectorLiteral(vector) }));
        await tx.execute(STORE, [JSON.stringify(rows), model.provider, model.model]);
        await tx.execute(FINISH, [JSON.stringify(vectors.map(({ entry }) => key(entry)))]);
      }),
    postpone: (entries, delayMs) =>
      database.asRole(VECTOR_WORKER_ROLE, async (tx) => {
        await tx.execute(POSTPONE, [JSON.stringify(entries.map(key)), delayMs]);
      }),
    drop: (entries) =>
      database.asRole(VECTOR_WORKER_ROLE, async (tx) => {
        const keys = JSON.stringify(entries.map(key));
        await tx.execute(DELETE_VECTORS, [keys]);
        await tx.execute(FINISH, [keys]);
      }),
  };
}

/** A vector in pgvector's notation. */
export const vectorLiteral = (vector: readonly number[]): string => `[${vector.join(',')}]`;

const key = ({ scope, id, revision }: DueEntry) => ({ ...(scope satisfies TenantScope), id, revision });

const toDue = ({ tenantId, environment, id, revision, attempts, body, speaker }: ClaimedRow): DueEntry => ({
  scope: { tenantId, environment },
  id,
  revision: Number(revision),
  attempts,
  text: speaker === null ? body : `${speaker}: ${body}`,
});
