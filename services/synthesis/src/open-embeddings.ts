import type { Database } from '@strata/platform/database/database';
import { migrate } from '@strata/platform/database/migrate';
import type { CloseStack } from '@strata/platform/lifecycle/closeable';
import type { ServiceParts } from '@strata/platform/service/service-parts';
import { fileURLToPath } from 'node:url';
import { ensurePgvector } from './adapters/ensure-pgvector.ts';
import { observedEmbedder } from './adapters/observed-embedder.ts';
import { createOpenAIEmbedder } from './adapters/openai-embedder.ts';
import type { WriteAlongside } from './adapters/pg-entry-store.ts';
import { createPgNearest } from './adapters/pg-nearest.ts';
import type { NearestSearch } from './adapters/pg-search-index.ts';
import { createPgVectorQueue, enqueueEntries, VECTOR_WORKER_ROLE } from './adapters/pg-vector-queue.ts';
import type { SynthesisConfig } from './config.ts';
import { createBackFill } from './embedding/back-fill.ts';
import { embedDueEntries } from './embedding/embed-due-entries.ts';
import { createQueryEmbedder, type QueryEmbedder } from './embedding/embed-query.ts';

const MIGRATIONS = fileURLToPath(new URL('../migrations-vectors', import.meta.url));

/** The embedding parts that the rest of the service uses. */
export interface Embeddings {
  readonly queryEmbedder: QueryEmbedder;
  readonly nearest: NearestSearch;
  readonly enqueue: WriteAlongside;
  /** Starts on the vectors of new entries, and waits for them, up to `EMBEDDING_INDEX_WAIT_MS`. */
  readonly makeVectors: () => Promise<void>;
}

/** Wires the embedding of entries and queries; null without an embedding provider, and without pgvector. */
export async function openEmbeddings(
  config: SynthesisConfig,
  { connection, logger, metrics, clock }: ServiceParts,
  database: Database,
  stack: CloseStack,
): Promise<Embeddings | null> {
  if (config.OPENAI_API_KEY === undefined && config.OPENAI_BASE_URL === undefined) return null;
  const reason = await ensurePgvector(connection);
  if (reason !== undefined) {
    const advice = 'A database superuser turns it on with CREATE EXTENSION vector; then restart the service';
    logger.warn('The vector arm is off, because the database has no pgvector', { reason, advice });
    return null;
  }
  await migrate({
    connection,
    schema: 'synthesis_vectors',
    role: 'strata_synthesis',
    extraRoles: [VECTOR_WORKER_ROLE],
    directory: MIGRATIONS,
    logger,
  });
  const embedder = createOpenAIEmbedder({
    apiKey: config.OPENAI_API_KEY,
    baseUrl: config.OPENAI_BASE_URL,
    model: config.EMBEDDING_MODEL,
    dimensions: config.EMBEDDING_DIMENSIONS,
  });
  const forEntries = observedEmbedder(embedder, metrics, 'entries');
  const forQueries = observedEmbedder(embedder, metrics, 'query');
  const queue = createPgVectorQueue(database);
  let isFilled = false;
  const step = async () => {
    if (!isFilled) await queue.fill(embedder.model, embedder.dimensions);
    isFilled = true;
    return embedDueEntries(queue, forEntries, config.EMBEDDING_BATCH_TIMEOUT_MS, (entries) => {
      logger.warn('The embedding provider rejects texts; their entries stay without a vector', { entries });
    });
  };
  const backFill = stack.use(
    createBackFill(step, (error) => {
      logger.warn('Vectors cannot be made; entries wait for them', { error });
    }),
  );
  backFill.wake();
  return {
    queryEmbedder: createQueryEmbedder(forQueries, config.EMBEDDING_QUERY_TIMEOUT_MS, clock),
    nearest: createPgNearest(embedder.model, embedder.dimensions),
    enqueue: enqueueEntries,
    makeVectors: async () => {
      backFill.wake();
      await backFill.settled(config.EMBEDDING_INDEX_WAIT_MS);
    },
  };
}
