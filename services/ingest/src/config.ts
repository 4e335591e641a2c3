import { databaseSettings } from '@strata/platform/service/service-settings';
import { z } from 'zod';

/** The settings of the ingest service itself; those of its process are the platform's. */
export const ingestConfigSchema = z.object({
  ...databaseSettings.shape,
  /** Capture commands written together, at most; three times as many, of up to 1 MiB each, may be held in memory. */
  STORE_BATCH_SIZE: z.coerce.number().int().min(1).max(5000).default(100),
  /** Milliseconds that a write waits for more to come. */
  STORE_LINGER_MS: z.coerce.number().int().min(0).max(1000).default(2),
  /** Writes under way at once. */
  STORE_CONCURRENCY: z.coerce.number().int().min(1).max(32).default(2),
});
export type IngestConfig = z.output<typeof ingestConfigSchema>;
