import { describe } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { removeQueues } from './remove-queues.ts';
import { startMigratedPostgres, type TestDatabase } from './test-databases.ts';

/** A database, a broker namespace and a cache for one test file, as a deployment's environment names them. */
export interface RealServices {
  readonly env: {
    readonly DATABASE_URL: string;
    readonly AMQP_URL: string;
    readonly AMQP_PREFIX: string;
    readonly REDIS_URL: string;
  };
  /** Removes the database and the queues. Whatever uses them must be closed first. */
  close(): Promise<void>;
}

/** `startDatabase` creates the database: by default one to which the migrations of all services are applied. */
export type StartServices = (startDatabase?: (url: string) => Promise<TestDatabase>) => Promise<RealServices>;

/** Whether the environment names PostgreSQL, RabbitMQ and Redis. */
export const hasRealServices = (): boolean => environment() !== undefined;

/** Runs a suite on PostgreSQL, RabbitMQ and Redis if the environment names all three, and shows it as skipped if not. */
export function describeOnServices(title: string, suite: (start: StartServices) => void): void {
  if (hasRealServices()) {
    describe(`${title} (PostgreSQL, RabbitMQ, Redis)`, () => {
      suite(startServices);
    });
  } else {
    describe.skip(`${title} (skipped: needs DATABASE_URL, AMQP_URL and REDIS_URL)`, () => {
      suite(startServices);
    });
  }
}

/** Throws if the environment does not name all three services. */
export async function startServices(startDatabase = startMigratedPostgres): Promise<RealServices> {
  const urls = environment();
  if (urls === undefined) throw new Error('DATABASE_URL, AMQP_URL and REDIS_URL must be set');
  const database = await startDatabase(urls.DATABASE_URL);
  const env = {
    ...urls,
    DATABASE_URL: database.connection.connectionString,
    AMQP_PREFIX: `test-${randomBytes(6).toString('hex')}`,
  };
  return {
    env,
    close: async () => {
      await removeQueues(env.AMQP_URL, env.AMQP_PREFIX);
      await database.close();
    },
  };
}

function environment(): Omit<RealServices['env'], 'AMQP_PREFIX'> | undefined {
  const { DATABASE_URL, AMQP_URL, REDIS_URL } = process.env;
  return DATABASE_URL && AMQP_URL && REDIS_URL ? { DATABASE_URL, AMQP_URL, REDIS_URL } : undefined;
}
