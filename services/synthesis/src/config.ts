import { databaseSettings } from '@strata/platform/service/service-settings';
import { z } from 'zod';

/** pgvector's HNSW index holds vectors of up to 2,000 dimensions. */
const MAX_DIMENSIONS = 2000;

/** Settings of the synthesis service. Those of its process are in the platform. */
export const synthesisConfigSchema = z.object({
  ...databaseSettings.shape,
  PACK_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(366)
    .default(30)
    .describe('Days for which feedback on a pack is accepted. What older packs showed is forgotten.'),
  INDEX_COPIES_MB: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_536)
    .default(256)
    .describe(
      'Memory in MiB, about, for copies of the search index of tenant scopes that are asked often. A scope that does not fit is read from the database; 0 turns copies off.',
    ),
  OPENAI_API_KEY: z
    .string()
    .min(1)
    .optional()
    .describe('Turns on the vector arm, with the OpenAI API unless OPENAI_BASE_URL is set.'),
  OPENAI_BASE_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe("Turns on the vector arm, with any server that has OpenAI's embeddings interface."),
  EMBEDDING_PROVIDER: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe(
      'Recorded with each vector; by default the host in OPENAI_BASE_URL. A new value makes all vectors again; give the old host as the value if the same server moves.',
    ),
  EMBEDDING_MODEL: z
    .string()
    .min(1)
    .default('text-embedding-3-small')
    .describe('Embedding model. After a change, all vectors are made again in the background.'),
  EMBEDDING_DIMENSIONS: z.coerce
    .number()
    .int()
    .min(1)
    .max(MAX_DIMENSIONS)
    .default(1536)
    .describe('Dimensions of its vectors.'),
  EMBEDDING_QUERY_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(1)
    .max(10_000)
    .default(400)
    .describe('Milliseconds that a query waits for its vector, before it is answered without the vector arm.'),
  EMBEDDING_BATCH_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(1)
    .max(120_000)
    .default(10_000)
    .describe('Timeout in milliseconds of a request for the vectors of entries.'),
  EMBEDDING_INDEX_WAIT_MS: z.coerce
    .number()
    .int()
    .min(0)
    .max(30_000)
    .default(2_000)
    .describe('Milliseconds that indexing waits for vectors. Slower ones are added later.'),
});
export type SynthesisConfig = z.output<typeof synthesisConfigSchema>;
