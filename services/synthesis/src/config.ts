import { databaseSettings } from '@strata/platform/service/service-settings';
import { z } from 'zod';

/** pgvector's HNSW index holds vectors of up to 2,000 dimensions. */
const MAX_DIMENSIONS = 2000;

/** The settings of the synthesis service itself; those of its process are the platform's. */
export const synthesisConfigSchema = z.object({
  ...databaseSettings.shape,
  /** Either of these two switches the vector arm on. */
  OPENAI_API_KEY: z.string().min(1).optional(),
  /** Any server with OpenAI's embeddings interface. */
  OPENAI_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  EMBEDDING_MODEL: z.string().min(1).default('text-embedding-3-small'),
  EMBEDDING_DIMENSIONS: z.coerce.number().int().min(1).max(MAX_DIMENSIONS).default(1536),
  /** Milliseconds a query waits for its vector; then it goes by words alone. */
  EMBEDDING_QUERY_TIMEOUT_MS: z.coerce.number().int().min(1).max(10_000).default(400),
  /** Milliseconds one request for the vectors of entries may take. */
  EMBEDDING_BATCH_TIMEOUT_MS: z.coerce.number().int().min(1).max(120_000).default(10_000),
  /** Milliseconds that indexing waits for the vectors of what it wrote; those that take longer are made beside. */
  EMBEDDING_INDEX_WAIT_MS: z.coerce.number().int().min(0).max(30_000).default(2_000),
});
export type SynthesisConfig = z.output<typeof synthesisConfigSchema>;
