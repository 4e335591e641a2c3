import type { Environment } from '@strata/kernel/tenant-scope';
import type { Database, Transaction } from '@strata/platform/database/database';
import { ModelReplaced } from '../embedding/vector-queue.ts';
import type { EmbeddingModel } from '../embedding/embedder.ts';
import type { VectorModels } from '../embedding/vector-models.ts';
import { VECTOR_WORKER_ROLE } from './vector-worker-role.ts';

/** Held while vectors are stored, and alone while the wanted model changes. */
const MODEL_LOCK = "hashtext('synthesis_vectors.models')";

const START = `
  insert into synthesis_vectors.models (provider, model, dimensions) values ($1, $2, $3)
  on conflict (provider, model, dimensions) do update set started_at = excluded.started_at`;

// Vectors from before migration 002 do not say who made them.
const ENTER_PROVIDER = `
  update synthesis_vectors.embeddings set provider = $1 where provider = '' and model = $2 and dimensions = $3`;

const IS_WANTED = `
  select coalesce((
    select (provider, model, dimensions) = ($1, $2, $3) from synthesis_vectors.models order by started_at desc limit 1
  ), false) as wanted`;

const QUEUE_OUTDATED = `
  with page as (
    select tenant_id, environment, id, revision from synthesis.entries
    where $4::text is null or (tenant_id, environment, id) > ($4, $5, $6)
    order by tenant_id, environment, id limit $7
  ), queued as (
    insert into synthesis_vectors.due_embeddings (tenant_id, environment, entry_id)
    select e.tenant_id, e.environment, e.id from page e
    left join synthesis_vectors.embeddings v on v.tenant_id = e.tenant_id and v.environment = e.environment and v.entry_id = e.id
    where (v.revision, v.provider, v.model, v.dimensions) is distinct from (e.revision, $1, $2, $3::integer)
    on conflict do nothing
  )
  select tenant_id as "tenantId", environment, id from page order by 1 desc, 2 desc, 3 desc limit 1`;

const DELETE_OTHERS = `
  delete from synthesis_vectors.embeddings where (provider, model, dimensions) is distinct from ($1, $2, $3::integer)`;

const FORGET_OTHERS = `
  delete from synthesis_vectors.models where (provider, model, dimensions) is distinct from ($1, $2, $3::integer)`;

const DROP_OTHER_INDEXES = `
  select synthesis_vectors.drop_vector_index(dimensions) from (
    select substring(indexname from '[0-9]+$')::integer as dimensions from pg_indexes
    where schemaname = 'synthesis_vectors' and indexname ~ '^embeddings_nearest_[0-9]+$'
  ) named where dimensions <> $1`;

/** Building an index over a million vectors takes minutes. */
const START_TIMEOUT_MS = 3_600_000;

interface KeyRow {
  tenantId: string;
  environment: Environment;
  id: string;
}

/** Changes of the embedding model, in PostgreSQL. All processes of a database agree on the model that started last. */
export const createPgVectorModels = (database: Database): VectorModels => ({
  start: (model) =>
    database.asRole(
      VECTOR_WORKER_ROLE,
      async (tx) => {
        await tx.query('select synthesis_vectors.ensure_vector_index($1)', [model.dimensions]);
        await tx.query(`select pg_advisory_xact_lock(${MODEL_LOCK})`);
        await tx.execute(START, identity(model));
        await tx.execute(ENTER_PROVIDER, identity(model));
      },
      { statementTimeoutMs: START_TIMEOUT_MS },
    ),
  queueOutdated: (model, after, limit) =>
    database.asRole(VECTOR_WORKER_ROLE, async (tx) => {
      const from = [after?.tenantId ?? null, after?.environment ?? null, after?.id ?? null];
      const [last] = await tx.query<KeyRow>(QUEUE_OUTDATED, [...identity(model), ...from, limit]);
      return last ?? null;
    }),
  countDue: () =>
    database.asRole(VECTOR_WORKER_ROLE, async (tx) => {
      const [row] = await tx.query<{ due: number }>(
        'select count(*)::integer as due from synthesis_vectors.due_embeddings',
      );
      return row?.due ?? 0;
    }),
  forgetOthers: (model) =>
    database.asRole(VECTOR_WORKER_ROLE, async (tx) => {
      await requireWanted(tx, model);
      await tx.execute(DELETE_OTHERS, identity(model));
      await tx.execute(FORGET_OTHERS, identity(model));
      await tx.query(DROP_OTHER_INDEXES, [model.dimensions]);
    }),
});

/** Throws `ModelReplaced` unless this model is wanted, and until the end of the transaction it stays so. */
export async function requireWanted(tx: Transaction, model: EmbeddingModel): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock_shared(${MODEL_LOCK})`);
  const [row] = await tx.query<{ wanted: boolean }>(IS_WANTED, identity(model));
  if (row?.wanted !== true) throw new ModelReplaced();
}

const identity = ({ provider, model, dimensions }: EmbeddingModel): unknown[] => [provider, model, dimensions];
