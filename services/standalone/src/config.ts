import { LOG_FORMATS, LOG_LEVELS } from '@strata/platform/log/logger';
import { z } from 'zod';

/** The settings of the standalone process; those of each service are read from the same environment by its own schema. */
export const standaloneConfigSchema = z.object({
  DATA_DIR: z
    .string()
    .min(1)
    .default('.strata')
    .describe('Folder of the embedded database, the secrets and the first credentials.'),
  LOG_LEVEL: z
    .enum(LOG_LEVELS)
    .optional()
    .describe('Lowest level of log lines. Default: `warn` in a terminal, else `info`.'),
  LOG_FORMAT: z
    .enum(LOG_FORMATS)
    .optional()
    .describe('Format of log lines. Default: `text` in a terminal, else `json`.'),
  PUBLIC_METRICS: z
    .stringbool({ truthy: ['true'], falsy: ['false'] })
    .default(true)
    .describe('Whether `/metrics` is served, on the only port there is. Close it if others may reach the port.'),
});
