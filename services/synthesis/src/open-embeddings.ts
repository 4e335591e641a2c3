import type { Database } from '@strata/platform/database/database';
import type { CloseStack } from '@strata/platform/lifecycle/closeable';
import { prepareSchema } from '@strata/platform/service/open-database';
import type { ServiceParts } from '@strata/platform/service/service-parts';
import { ensurePgvector } from './adapters/ensure-pgvector.ts';
import { observedEmbedder } from './adapters/observed-embedder.ts';
import type { WriteAlongside } from './adapters/pg-entry-store.ts';
import { createPgNearest } from './adapters/pg-nearest.ts';
import type { PgNearest } from './adapters/pg-search-index.ts';
import { createPgVectorModels } from './adapters/pg-vector-models.ts';
import { createPgVectorQueue, enqueueEntries } from './adapters/pg-vector-queue.ts';
import { VECTORS_SCHEMA } from './adapters/synthesis-schema.ts';
import { vectorObserver } from './adapters/vector-observer.ts';
import type { SynthesisConfig } from './config.ts';
import { createBackFill } from './embedding/back-fill.ts';
import { checkedEmbedder } from './embedding/checked-embedder.ts';
import { createQueryEmbedder, type QueryEmbedder } from './embedding/embed-query.ts';
import { createVectorWork } from './embedding/vector-work.ts';

/** The embedding parts that the rest of the service uses. */
export interface Embeddings {
  readonly queryEmbedder: QueryEmbedder;
  readonly nearest: PgNearest;
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
  await prepareSchema(VECTORS_SCHEMA, config, { connection, logger });
  // Loaded only here: its package has 150 modules, and most deployments have no provider.
  const { createOpenAIEmbedder } = await import('./adapters/openai-embedder.ts');
  const embedder = checkedEmbedder(
    createOpenAIEmbedder({
      provider: config.EMBEDDING_PROVIDER,
      apiKey: config.OPENAI_API_KEY,
      baseUrl: config.OPENAI_BASE_URL,
      model: config.EMBEDDING_MODEL,
      dimensions: config.EMBEDDING_DIMENSIONS,
    }),
  );
  const step = createVectorWork({
    models: createPgVectorModels(database),
    queue: createPgVectorQueue(database),
    embedder: observedEmbedder(embedder, metrics, 'entries'),
    timeoutMs: config.EMBEDDING_BATCH_TIMEOUT_MS,
    clock,
    observer: vectorObserver(logger, metrics),
  });
  const backFill = stack.use(
    createBackFill(step, (error) => {
      logger.warn('Vectors cannot be made; entries wait for them', { error });
    }),
  );
  backFill.wake();
  return {
    queryEmbedder: createQueryEmbedder(
      observedEmbedder(embedder, metrics, 'query'),
      config.EMBEDDING_QUERY_TIMEOUT_MS,
      clock,
    ),
    nearest: createPgNearest(embedder),
    enqueue: enqueueEntries,
    makeVectors: async () => {
      backFill.wake();
      await backFill.settled(config.EMBEDDING_INDEX_WAIT_MS);
    },
  };
}
