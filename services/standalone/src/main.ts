import { loadConfig } from '@strata/platform/config/load-config';
import { runProcess } from '@strata/platform/lifecycle/run-process';
import { createLogger } from '@strata/platform/log/logger';
import { createStandalone } from './app.ts';
import { standaloneConfigSchema } from './config.ts';

const { LOG_LEVEL } = loadConfig(standaloneConfigSchema, process.env);
const logger = createLogger({ service: 'standalone', level: LOG_LEVEL });

runProcess({ name: 'standalone', logger, start: () => createStandalone(process.env, logger) });
