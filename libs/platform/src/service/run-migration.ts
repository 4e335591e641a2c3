import { loadConfig } from '../config/load-config.ts';
import { postgresConnection } from '../database/connection.ts';
import { whenAvailable } from '../lifecycle/when-available.ts';
import { createLogger } from '../log/logger.ts';
import { redactText } from '../log/redact.ts';
import type { MigrationParts } from './open-database.ts';
import { processSettings } from './service-settings.ts';

const settings = processSettings.pick({ DATABASE_URL: true, LOG_LEVEL: true });

/**
 * Runs the migrations of one service as a process that ends with them: `DATABASE_URL` names the login that owns the schema.
 * Waits for the database. Exit codes: 0 if the schema is up to date; 1 if a migration fails or a signal stops it, and then
 * nothing is changed.
 */
export async function runMigration(name: string, work: (parts: MigrationParts) => Promise<void>): Promise<void> {
  // The first process of a container is not stopped by a signal that it does not handle.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(1));
  try {
    const { DATABASE_URL, LOG_LEVEL } = loadConfig(settings, process.env);
    const logger = createLogger({ service: name, level: LOG_LEVEL });
    const connection = postgresConnection(DATABASE_URL);
    await whenAvailable(() => work({ connection, logger }), logger);
    logger.info('The schema is up to date');
  } catch (error) {
    const reason = error instanceof Error && error.message !== '' ? error.message : String(error);
    process.stderr.write(`${name} could not be migrated: ${redactText(reason)}\n`);
    process.exitCode = 1;
  }
}
