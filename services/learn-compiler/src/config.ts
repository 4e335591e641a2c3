import { databaseSettings } from '@strata/platform/service/service-settings';
import { z } from 'zod';

/** Settings of the learn-compiler. Those of its process are in the platform. */
export const learnConfigSchema = z.object({
  ...databaseSettings.shape,
  LEARN_CONCURRENCY: z.coerce
    .number()
    .int()
    .min(1)
    .max(32)
    .default(2)
    .describe('Concurrent jobs, of different tenants.'),
  LEARN_PAGE_EVENTS: z.coerce
    .number()
    .int()
    .min(1)
    .max(5000)
    .default(1000)
    .describe('Events read and committed together.'),
  LEARN_MAX_SCOPE_STEPS: z.coerce
    .number()
    .int()
    .min(100)
    .max(2_000_000)
    .default(300_000)
    .describe('Maximum number of steps compiled together in one learning scope; older sessions are left out.'),
  LEARN_HELD_STEPS: z.coerce
    .number()
    .int()
    .min(1)
    .max(20_000_000)
    .default(600_000)
    .describe('Steps of learning scopes kept in memory between jobs; a scope that is not kept is read again.'),
  LEARN_LEASE_SECONDS: z.coerce
    .number()
    .int()
    .min(2)
    .max(3600)
    .default(30)
    .describe("Seconds until another worker takes over a dead worker's job."),
  LEARN_POLL_MS: z.coerce
    .number()
    .int()
    .min(50)
    .max(60_000)
    .default(1000)
    .describe('Milliseconds between checks for jobs that were not announced.'),
  LEARN_RETRY_SECONDS: z.coerce
    .number()
    .positive()
    .max(60)
    .default(1)
    .describe('Seconds before a job is tried again; doubled with each attempt, up to eight.'),
  LEARN_MAX_ATTEMPTS: z.coerce
    .number()
    .int()
    .min(1)
    .max(20)
    .default(3)
    .describe('Attempts at a job that keeps failing.'),
});
export type LearnConfig = z.output<typeof learnConfigSchema>;
