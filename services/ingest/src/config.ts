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
  LEARN_AUTO: z
    .enum(['on', 'off'])
    .default('on')
    .describe('Whether sessions are compiled without a request. Each tenant can turn it off for itself.'),
  LEARN_AUTO_SILENCE_SECONDS: z.coerce
    .number()
    .min(0.1)
    .max(86_400)
    .default(60)
    .describe('Seconds without a new event until a session is compiled.'),
  LEARN_AUTO_EVENTS: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .default(500)
    .describe('New events with which a session is compiled even if it goes on.'),
  EVENT_MONTHS_AHEAD: z.coerce
    .number()
    .int()
    .min(1)
    .max(24)
    .default(1)
    .describe('Months whose partition of the event table is made before they begin.'),
  SPLIT_EVENTS_AFTER_DAYS: z.coerce
    .number()
    .int()
    .min(0)
    .max(365)
    .default(7)
    .describe(
      'Days after an upgrade from a version without monthly partitions until the event table gets them. By then, no process of that version may run any more.',
    ),
});
export type IngestConfig = z.output<typeof ingestConfigSchema>;
