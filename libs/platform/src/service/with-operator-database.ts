import { AppError } from '@strata/kernel/errors';
import type { Database } from '../database/database.ts';
import { CloseStack } from '../lifecycle/closeable.ts';
import { createLogger, type Logger } from '../log/logger.ts';
import { createMetrics } from '../metrics/create-metrics.ts';
import { openDatabase, type ServiceSchema } from './open-database.ts';
import { openOperatorDatabase } from './operator-database.ts';

/** The parts of a command for the deployment's operator; the stack is closed when it ends. */
export interface OperatorParts {
  readonly database: Database;
  /** Whether the service may run meanwhile: not with the embedded database. */
  readonly isShared: boolean;
  readonly stack: CloseStack;
  readonly logger: Logger;
}

const POOL_SIZE = 2;

/**
 * Opens one service's schema in the deployment's database while `work`, a command of its operator, runs. `name` is the
 * command's, for the log. Throws an error with a message for the operator.
 */
export async function withOperatorDatabase<T>(
  name: string,
  schema: ServiceSchema,
  env: Readonly<Record<string, string | undefined>>,
  work: (parts: OperatorParts) => Promise<T>,
): Promise<T> {
  const logger = createLogger({ service: name, level: 'warn' });
  const stack = new CloseStack();
  try {
    const connection = await openOperatorDatabase(env, stack, logger);
    const parts = { connection, logger, metrics: createMetrics({ service: name }) };
    const database = stack.use(await openDatabase(schema, { DATABASE_POOL_SIZE: POOL_SIZE }, parts));
    return await work({ database, stack, logger, isShared: connection.kind === 'postgres' });
  } catch (error) {
    if (error instanceof AppError) throw new Error(error.message, { cause: error });
    throw error;
  } finally {
    await stack.close();
  }
}
