import { escapeIdentifier, escapeLiteral, type PoolClient, type QueryConfig, type QueryResult } from 'pg';
import { randomHex } from '@strata/kernel/random-hex';
import { translateError } from './database-errors.ts';
import type { Statement, Transaction } from './database.ts';

/** The role of a transaction, and the tenant whose rows row-level security shows it. */
export interface TransactionSettings {
  readonly role: string;
  readonly schema: string;
  /** Empty for work across tenants. */
  readonly tenantId: string;
  readonly environment: string;
  readonly statementTimeoutMs: number;
  /** The embedded database: all its connections share one backend in this process. */
  readonly isEmbedded: boolean;
}

/**
 * A server that does not answer the begin in this time has lost the connection: its network may drop packets without telling anyone.
 * As long as callers wait for most answers.
 */
const BEGIN_MS = 5_000;
/** The server itself ends a statement that takes too long. Without a word from it so much later, it has lost the connection. */
const SILENCE_MS = 5_000;
/** The server gives up a transaction whose client sends nothing for so long, with its locks, for which others wait. */
const IDLE_MS = 10_000;

/** A statement whose connection is broken off if its result takes longer, in milliseconds. */
interface TimedQuery extends QueryConfig {
  readonly query_timeout: number;
}

/** A transaction that begins with its settings in one message, and rejects statements after its end. */
export class OpenTransaction implements Transaction {
  readonly #client: PoolClient;
  readonly #isEmbedded: boolean;
  readonly #begun: Promise<unknown>;
  readonly #answerMs: number;
  #over = false;

  /** `client` is in pipeline mode: it sends statements without waiting for the responses to earlier ones. */
  constructor(client: PoolClient, settings: TransactionSettings) {
    this.#client = client;
    this.#isEmbedded = settings.isEmbedded;
    this.#answerMs = settings.statementTimeoutMs + SILENCE_MS;
    this.#begun = this.#begin(settings);
    // Every statement waits for it, and fails with it.
    this.#begun.catch(() => undefined);
  }

  /**
   * Sends BEGIN and every setting in one message. The settings are LOCAL: they end with the transaction, so the next user of
   * the connection does not see them. On the embedded database every connection is a superuser, so only SET ROLE makes
   * row-level security effective.
   *
   * The first statement is sent right behind it and needs no round trip of its own. If BEGIN fails, that statement fails too:
   * without the settings, no table of the schema is on its search path.
   */
  #begin({ role, schema, tenantId, environment, statementTimeoutMs }: TransactionSettings): Promise<unknown> {
    const text =
      `BEGIN; SET LOCAL ROLE ${escapeIdentifier(role)}; ` +
      `SET LOCAL search_path TO ${escapeIdentifier(schema)}, public; ` +
      `SET LOCAL statement_timeout TO ${String(statementTimeoutMs)}; ` +
      `SET LOCAL idle_in_transaction_session_timeout TO ${String(this.#isEmbedded ? 0 : IDLE_MS)}; ` +
      `SELECT set_config('strata.tenant_id', ${escapeLiteral(tenantId)}, true), ` +
      `set_config('strata.environment', ${escapeLiteral(environment)}, true)`;
    return this.#send({ text }, BEGIN_MS);
  }

  async query<Row>(sql: string, values?: readonly unknown[]): Promise<Row[]> {
    return (await this.#run({ text: sql, values })).rows as Row[];
  }

  async execute(sql: string, values?: readonly unknown[]): Promise<number> {
    return (await this.#run({ text: sql, values })).rowCount ?? 0;
  }

  /** Throws when a statement had failed and the work caught its error: PostgreSQL then rolls back on COMMIT. */
  async commit(answerMs = this.#answerMs): Promise<void> {
    this.#over = true;
    const [{ command }] = await Promise.all([this.#send({ text: 'COMMIT' }, answerMs), this.#begun]);
    if (command !== 'COMMIT') throw new Error('The transaction was rolled back: one of its statements had failed');
  }

  /**
   * Runs statements and commits; sends all at once. Each connection keeps the plans of those with a name. After a statement that
   * fails, PostgreSQL rolls back instead of committing.
   * Throws the error of the first statement that failed.
   */
  async commitAfter(statements: readonly Statement[]): Promise<unknown[][]> {
    // Each waits for those before it.
    const answerMs = this.#answerMs * (statements.length + 1);
    const running = statements.map(({ sql, values, name }) =>
      this.#run({ text: sql, values, ...(name !== undefined && { name: this.#nameOf(name) }) }, answerMs),
    );
    const settled = await Promise.allSettled([...running, this.commit(answerMs)]);
    for (const outcome of settled) if (outcome.status === 'rejected') throw outcome.reason;
    return (await Promise.all(running)).map(({ rows }) => rows as unknown[]);
  }

  async rollback(): Promise<void> {
    this.#over = true;
    await this.#send({ text: 'ROLLBACK' }, this.#answerMs);
  }

  async #run(
    { values, ...statement }: { text: string; values?: readonly unknown[] | undefined; name?: string },
    answerMs = this.#answerMs,
  ) {
    if (this.#over) throw new Error('The transaction is over; every statement must be awaited inside it');
    try {
      const query = { ...statement, ...(values && { values: [...values] }) };
      const [result] = await Promise.all([this.#send(query, answerMs), this.#begun]);
      return result;
    } catch (error) {
      throw translateError(error);
    }
  }

  /** The connections of the embedded database share one backend, and so the names of statements. */
  #nameOf(name: string): string {
    return this.#isEmbedded ? `${name} ${ownerOf(this.#client)}` : name;
  }

  /** The embedded database has no network that could be lost, and may be busy for long. */
  #send(query: QueryConfig, answerMs: number): Promise<QueryResult> {
    const timedQuery: TimedQuery = { ...query, query_timeout: answerMs };
    return this.#client.query(this.#isEmbedded ? query : timedQuery);
  }
}

const owners = new WeakMap<PoolClient, string>();

/** What tells a connection from all others to the same database, those of other processes too. */
function ownerOf(client: PoolClient): string {
  const owner = owners.get(client) ?? randomHex(16);
  owners.set(client, owner);
  return owner;
}
