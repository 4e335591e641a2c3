import { unavailable } from '@strata/kernel/errors';
import { Client } from 'pg';
import type { Closeable } from '../lifecycle/closeable.ts';
import type { DatabaseConnection } from './connection.ts';

/**
 * No connection is asked through for longer, so that a server which takes no new ones is found out. The embedded
 * database always takes one, but everybody waits while it does.
 */
const CONNECTION_LIFE_MS = { postgres: 1_000, embedded: 60_000 } as const;
const TIMEOUT_MS = 800;

/**
 * Asks a database for a sign of life, on a connection of its own: a pool that is all in use does not look like a
 * database that is down, and a database that hangs does not use a pool up. Everyone who asks at once shares a question.
 */
export class DatabaseProbe implements Closeable {
  readonly #open: () => Client;
  readonly #lifeMs: number;
  #client: Client | undefined;
  #dropAt = 0;
  #dropTimer: NodeJS.Timeout | undefined;
  #asking: Promise<void> | undefined;

  constructor({ kind, connectionString }: DatabaseConnection, applicationName: string) {
    this.#lifeMs = CONNECTION_LIFE_MS[kind];
    this.#open = () =>
      new Client({
        connectionString,
        application_name: applicationName,
        connectionTimeoutMillis: TIMEOUT_MS,
        query_timeout: TIMEOUT_MS,
      });
  }

  /** @throws AppError `unavailable` when the database takes no connection, or does not answer in 0.8 s. */
  ping(): Promise<void> {
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  close(): Promise<void> {
    this.#drop();
    return Promise.resolve();
  }

  async #ask(): Promise<void> {
    clearTimeout(this.#dropTimer);
    try {
      const client = this.#client ?? (await this.#connect());
      await client.query('SELECT 1');
    } catch (error) {
      this.#drop();
      throw unavailable('The database', error);
    }
    this.#dropTimer = setTimeout(() => this.#drop(), this.#dropAt - Date.now()).unref();
  }

  async #connect(): Promise<Client> {
    const client = this.#open();
    this.#client = client;
    client.on('error', () => {
      if (this.#client === client) this.#drop();
    });
    await client.connect();
    this.#dropAt = Date.now() + this.#lifeMs;
    return client;
  }

  /** A client with a question under way is cut off by `end`. */
  #drop(): void {
    clearTimeout(this.#dropTimer);
    const client = this.#client;
    this.#client = undefined;
    client?.end().catch(() => undefined);
  }
}
