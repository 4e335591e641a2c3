import { loadConfig } from '@strata/platform/config/load-config';
import { runProcess } from '@strata/platform/lifecycle/run-process';
import { createLogger } from '@strata/platform/log/logger';
import { createStandalone } from './app.ts';
import { standaloneConfigSchema } from './config.ts';
import { readyLine, readyLines } from './terminal.ts';

const { LOG_FORMAT, LOG_LEVEL } = loadConfig(standaloneConfigSchema, process.env);
const format = LOG_FORMAT ?? (process.stdout.isTTY ? 'text' : 'json');
const logger = createLogger({
  service: 'standalone',
  level: LOG_LEVEL ?? (format === 'text' ? 'warn' : 'info'),
  format,
});

runProcess({
  name: 'standalone',
  logger,
  start: async () => {
    const terminal = process.stdout.isTTY ? process.stdout : undefined;
    const running = await createStandalone(process.env, logger, { terminal });
    // Standard output is for the log, which is JSON where no person reads it.
    if (format === 'text') process.stdout.write(readyLines(running));
    else process.stderr.write(readyLine(running));
    return running;
  },
});
