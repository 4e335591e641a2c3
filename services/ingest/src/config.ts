import { databaseSettings } from '@strata/platform/service/service-settings';
import { z } from 'zod';

/** Settings of the ingest service. Those of its process are in the platform. */
export const ingestConfigSchema = z.object({
  ...databaseSettings.shape,
  STORE_BATCH_SIZE: z.coerce
    .number()
    .int()
    .min(1)
    .max(5000)
    .default(100)
    .describe(
      'Maximum number of capture commands written together. Up to three times as many, of up to 512 KiB each, are held in memory.',
    ),
  STORE_LINGER_MS: z.coerce
    .number()
    .int()
    .min(0)
    .max(1000)
    .default(2)
    .describe('Milliseconds that a write waits for more events.'),
  STORE_CONCURRENCY: z.coerce.number().int().min(1).max(32).default(2).describe('Concurrent writes.'),
});
export type IngestConfig = z.output<typeof ingestConfigSchema>;
