import { databaseSettings } from '@strata/platform/service/service-settings';
import { z } from 'zod';

/** The settings of the learn-compiler itself; those of its process are the platform's. */
export const learnConfigSchema = z.object({
  ...databaseSettings.shape,
  /** Jobs under way at once, of different tenants. */
  LEARN_CONCURRENCY: z.coerce.number().int().min(1).max(32).default(2),
  /** Events read and committed together. */
  LEARN_PAGE_EVENTS: z.coerce.number().int().min(1).max(5000).default(1000),
  /** The newest steps of one agent that are compiled together. */
  LEARN_MAX_SCOPE_STEPS: z.coerce.number().int().min(100).max(2_000_000).default(300_000),
  /** Seconds until a dead worker's job is taken by another. */
  LEARN_LEASE_SECONDS: z.coerce.number().int().min(2).max(3600).default(30),
  /** Milliseconds between looks for work that nobody announced. */
  LEARN_POLL_MS: z.coerce.number().int().min(50).max(60_000).default(1000),
  /** Seconds before a job that was put back is tried again; doubled with each attempt, up to a minute. */
  LEARN_RETRY_SECONDS: z.coerce.number().positive().max(60).default(1),
  /** Attempts at a job that fails for its own sake. */
  LEARN_MAX_ATTEMPTS: z.coerce.number().int().min(1).max(20).default(3),
});
export type LearnConfig = z.output<typeof learnConfigSchema>;
