import { setTimeout as delay } from 'node:timers/promises';
import { unavailable } from '@strata/kernel/errors';
import { newId } from '@strata/kernel/ids';
import { randomBytes } from 'node:crypto';
import { Client, escapeIdentifier } from 'pg';
import type { Closeable } from '../lifecycle/closeable.ts';
import type { DatabaseConnection } from './connection.ts';

/**
 * A connection is not used for longer, so that a server which accepts no new connections is noticed. The embedded
 * database always accepts one, but all its other work waits meanwhile.
 */
const CONNECTION_LIFE_MS = { postgres: 1_000, embedded: 60_000 } as const;
/** The embedded database runs in this process and works on one statement at a time: a long one is no outage. */
const TIMEOUT_MS = { postgres: 800, embedded: 10_000 } as const;
/** A probe of the embedded database that takes longer waits behind other work. */
const BUSY_AFTER_MS = 500;
/** With the time of a query, less than the second within which a database that stores nothing must be noticed. */
const WRITE_EVERY_MS = 500;
/** A row that fits into no page that is in use: it is stored only if the server has room for another page. */
const FILLER_BYTES = 16_384;

/** The table of a schema with one row for each process that probes it. Migrations create it. */
export const PROBE_TABLE = 'write_probe';

/**
 * Checks that a database responds and stores a row, on its own connection: a pool that is fully in use does not look like a
 * database that is down, and a database that hangs does not use up a pool. Concurrent callers share one query.
 */
export class DatabaseProbe implements Closeable {
  readonly #open: () => Client;
  readonly #lifeMs: number;
  readonly #mayBeBusy: boolean;
  /** Whether the last probe that ended had an answer. True at first: the process that probes the embedded database has just started it. */
  #responds = true;
  readonly #write: string;
  readonly #forget: string;
  readonly #process = newId('wrk');
  #writtenAt = -Infinity;
  #mayBeFull = false;
  #hasForgotten = false;
  #client: Client | undefined;
  #dropAt = 0;
  #dropTimer: NodeJS.Timeout | undefined;
  #pinging: Promise<void> | undefined;

  constructor({ kind, connectionString }: DatabaseConnection, schema: string) {
    const applicationName = `strata ${schema} probe`;
    const table = `${escapeIdentifier(schema)}.${PROBE_TABLE}`;
    // The row need not survive a crash, so the commit does not wait for a disk that is busy with other writes.
    this.#write = `INSERT INTO ${table} (process, at, filler)
      SELECT $1, now(), $2 FROM set_config('synchronous_commit', 'off', true)
      ON CONFLICT (process) DO UPDATE SET at = excluded.at, filler = excluded.filler`;
    this.#forget = `DELETE FROM ${table} WHERE at < now() - interval '1 hour'`;
    this.#lifeMs = CONNECTION_LIFE_MS[kind];
    this.#mayBeBusy = kind === 'embedded';
    this.#open = () =>
      new Client({
        connectionString,
        application_name: applicationName,
        connectionTimeoutMillis: TIMEOUT_MS[kind],
        query_timeout: TIMEOUT_MS[kind],
      });
  }

  /**
   * Errors: `unavailable` if the database accepts no connection, stores nothing, or does not respond within 0.8 s; the
   * embedded one within 10 s, and until then it counts as it did before, at first as one that responds.
   */
  ping(): Promise<void> {
    this.#pinging ??= this.#query().finally(() => {
      this.#pinging = undefined;
    });
    return this.#mayBeBusy && this.#responds
      ? Promise.race([this.#pinging, delay(BUSY_AFTER_MS, undefined, { ref: false })])
      : this.#pinging;
  }

  /** A statement found the disk full. From now on a row must take new room, until one has been stored. */
  suspectFull(): void {
    this.#mayBeFull = true;
    this.#writtenAt = -Infinity;
  }

  close(): Promise<void> {
    this.#drop();
    return Promise.resolve();
  }

  async #query(): Promise<void> {
    clearTimeout(this.#dropTimer);
    try {
      const client = this.#client ?? (await this.#connect());
      if (performance.now() - this.#writtenAt < WRITE_EVERY_MS) await client.query('SELECT 1');
      else await this.#store(client);
      this.#responds = true;
    } catch (error) {
      this.#responds = false;
      this.#drop();
      throw unavailable('The database', error);
    }
    this.#dropTimer = setTimeout(() => this.#drop(), this.#dropAt - Date.now()).unref();
  }

  async #store(client: Client): Promise<void> {
    const mayBeFull = this.#mayBeFull;
    this.#mayBeFull = false;
    try {
      await client.query(this.#write, [this.#process, mayBeFull ? randomBytes(FILLER_BYTES).toString('base64') : '']);
      this.#writtenAt = performance.now();
      // Rows of processes that have ended.
      if (!this.#hasForgotten) await client.query(this.#forget);
      this.#hasForgotten = true;
    } catch (error) {
      this.#mayBeFull ||= mayBeFull;
      throw error;
    }
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
