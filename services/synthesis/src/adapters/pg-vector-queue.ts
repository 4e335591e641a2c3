import type { Environment, TenantScope } from '@strata/kernel/tenant-scope';
import type { Database } from '@strata/platform/database/database';
import type { DueEntry, VectorQueue } from '../embedding/vector-queue.ts';
import type { WriteAlongside } from './pg-entry-store.ts';

/** Reads the entries of all tenants; writes only vectors and their queue. */
export const VECTOR_WORKER_ROLE = 'strata_synthesis_worker';

const FILL = `
  insert into synthesis_vectors.due_embeddings (tenant_id, environment, entry_id)
  select e.tenant_id, e.environment, e.id from synthesis.entries e
  left join synthesis_vectors.embeddings v on v.tenant_id = e.tenant_id and v.environment = e.environment and v.entry_id = e.id
  where v.entry_id is null or v.revision <> e.revision or v.model <> $1 or v.dimensions <> $2
  on conflict do nothing`;

const CLAIM = `
  with due as (
    select tenant_id, environment, entry_id from synthesis_vectors.due_embeddings
    where due_at <= now() order by due_at limit $1 for update skip locked
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
    (tenant_id, environment, entry_id, revision, agent_id, model, dimensions, embedding)
  select e.tenant_id, e.environment, e.id, e.revision, e.agent_id, $2, vector_dims(g.vector::vector), g.vector::vector
  from json_to_recordset($1) as g ("tenantId" text, environment text, id text, revision bigint, vector text)
  join synthesis.entries e
    on e.tenant_id = g."tenantId" and e.environment = g.environment and e.id = g.id and e.revision = g.revision
  order by e.tenant_id, e.environment, e.id
  on conflict (tenant_id, environment, entry_id) do update set
    revision = excluded.revision, agent_id = excluded.agent_id, model = excluded.model,
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

const ENQUEUE = `
  insert into synthesis_vectors.due_embeddings (tenant_id, environment, entry_id)
  select $1, $2, id from unnest($3::text[]) as given (id) order by id
  on conflict (tenant_id, environment, entry_id) do update set attempts = 0, due_at = now()`;

/** Queues entries for their vectors, in the transaction that writes them. */
export const enqueueEntries: WriteAlongside = async (tx, { tenantId, environment }, ids) => {
  await tx.execute(ENQUEUE, [tenantId, environment, ids]);
};

/** Building an index over a million vectors takes minutes. */
const FILL_TIMEOUT_MS = 3_600_000;

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
  const write = (sql: string, entries: readonly object[], ...rest: unknown[]): Promise<void> =>
    database.asRole(VECTOR_WORKER_ROLE, async (tx) => {
      await tx.execute(sql, [JSON.stringify(entries), ...rest]);
    });
  return {
    fill: (model, dimensions) =>
      database.asRole(
        VECTOR_WORKER_ROLE,
        async (tx) => {
          await tx.query('select synthesis_vectors.ensure_vector_index($1)', [dimensions]);
          await tx.execute(FILL, [model, dimensions]);
        },
        { statementTimeoutMs: FILL_TIMEOUT_MS },
      ),
    claim: (limit, leaseMs) =>
      database.asRole(VECTOR_WORKER_ROLE, async (tx) => {
        const rows = await tx.query<ClaimedRow>(CLAIM, [limit, leaseMs]);
        return rows.map(toDue);
      }),
    store: (model, vectors) =>
      database.asRole(VECTOR_WORKER_ROLE, async (tx) => {
        const rows = vectors.map(({ entry, vector }) => ({ ...key(entry), vector: vectorLiteral(vector) }));
        await tx.execute(STORE, [JSON.stringify(rows), model]);
        await tx.execute(FINISH, [JSON.stringify(vectors.map(({ entry }) => key(entry)))]);
      }),
    postpone: (entries, delayMs) => write(POSTPONE, entries.map(key), delayMs),
    drop: (entries) => write(FINISH, entries.map(key)),
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
