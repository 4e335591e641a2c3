import { LOG_LEVELS } from '@strata/platform/log/logger';
import { z } from 'zod';

/** The settings of the standalone process; those of each service are read from the same environment by its own schema. */
export const standaloneConfigSchema = z.object({
  /** Where the embedded database and the first credentials live. */
  DATA_DIR: z.string().min(1).default('.strata'),
  LOG_LEVEL: z.enum(LOG_LEVELS).default('info'),
});
