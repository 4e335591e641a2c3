import { unavailable } from '@strata/kernel/errors';
import { Client } from 'pg';
import type { Closeable } from '../lifecycle/closeable.ts';
import type { DatabaseConnection } from './connection.ts';

/**
 * A connection is not used for longer, so that a server which accepts no new connections is noticed. The embedded
 * database always accepts one, but all its other work waits meanwhile.
 */
const CONNECTION_LIFE_MS = { postgres: 1_000, embedded: 60_000 } as const;
const TIMEOUT_MS = 800;

/**
 * Checks that a database responds, on its own connection: a pool that is fully in use does not look like a database that
 * is down, and a database that hangs does not use up a pool. Concurrent callers share one query.
 */
export class DatabaseProbe implements Closeable {
  readonly #open: () => Client;
  readonly #lifeMs: number;
  #client: Client | undefined;
  #dropAt = 0;
  #dropTimer: NodeJS.Timeout | undefined;
  #pinging: Promise<void> | undefined;

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

  /** Errors: `unavailable` if the database accepts no connection, or does not respond within 0.8 s. */
  ping(): Promise<void> {
    this.#pinging ??= this.#query().finally(() => {
      this.#pinging = undefined;
    });
    return this.#pinging;
  }

  close(): Promise<void> {
    this.#drop();
    return Promise.resolve();
  }

  async #query(): Promise<void> {
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

  /** `end` also interrupts a running query. */
  #drop(): void {
    clearTimeout(this.#dropTimer);
    const client = this.#client;
    this.#client = undefined;
    client?.end().catch(() => undefined);
  }
}
