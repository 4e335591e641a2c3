import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { loadConfig } from '../config/load-config.ts';
import { postgresConnection, type DatabaseConnection } from '../database/connection.ts';
import { startEmbeddedDatabase } from '../database/embedded/start-embedded-database.ts';
import type { CloseStack } from '../lifecycle/closeable.ts';
import type { Logger } from '../log/logger.ts';

/** The settings of an operator's command: the location of the deployment's data. */
const operatorSettings = z.object({
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /** For the embedded database, if `DATABASE_URL` is not set. */
  DATA_DIR: z.string().min(1).default('.strata'),
});

/**
 * The deployment's database, for a command of its operator: the one at `DATABASE_URL`, or else the embedded one, which runs
 * until the stack is closed. Throws an error with a message for the operator.
 */
export async function openOperatorDatabase(
  env: Readonly<Record<string, string | undefined>>,
  stack: CloseStack,
  logger: Logger,
): Promise<DatabaseConnection> {
  const { DATABASE_URL, DATA_DIR } = loadConfig(operatorSettings, env);
  if (DATABASE_URL !== undefined) return postgresConnection(DATABASE_URL);
  const dataDir = join(DATA_DIR, 'database');
  if (!existsSync(dataDir)) throw new Error(`there is no data in ${DATA_DIR}; set DATA_DIR, or DATABASE_URL`);
  return stack.use(await startEmbeddedDatabase({ data: { dataDir }, logger })).connection;
}
