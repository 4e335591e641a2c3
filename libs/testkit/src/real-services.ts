import { randomBytes } from 'node:crypto';
import { removeQueues } from './remove-queues.ts';
import { startTestPostgres } from './test-databases.ts';

/** A database, a broker namespace and a cache for one test file, as environment variables of a deployment. */
export interface RealServices {
  readonly env: {
    readonly DATABASE_URL: string;
    readonly AMQP_URL: string;
    readonly AMQP_PREFIX: string;
    readonly REDIS_URL: string;
  };
  /** Removes the database and the queues. Close their users first. */
  close(): Promise<void>;
}

/** PostgreSQL, RabbitMQ and Redis if the environment names all three; otherwise undefined, and the suite is skipped. */
export function realServices(): { start(): Promise<RealServices> } | undefined {
  const { DATABASE_URL, AMQP_URL, REDIS_URL } = process.env;
  if (!DATABASE_URL || !AMQP_URL || !REDIS_URL) return undefined;
  return {
    start: async () => {
      const database = await startTestPostgres(DATABASE_URL);
      const env = {
        DATABASE_URL: database.connection.connectionString,
        AMQP_URL,
        AMQP_PREFIX: `test-${randomBytes(6).toString('hex')}`,
        REDIS_URL,
      };
      return {
        env,
        close: async () => {
          await removeQueues(env.AMQP_URL, env.AMQP_PREFIX);
          await database.close();
        },
      };
    },
  };
}
