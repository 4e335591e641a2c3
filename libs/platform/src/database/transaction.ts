import { escapeIdentifier, escapeLiteral, type PoolClient } from 'pg';
import { translateError } from './database-errors.ts';
import type { Transaction } from './database.ts';

/** The role of a transaction, and the tenant whose rows row-level security shows it. */
export interface TransactionSettings {
  readonly role: string;
  readonly schema: string;
  /** Empty for work across tenants. */
  readonly tenantId: string;
  readonly environment: string;
  readonly statementTimeoutMs: number;
}

/** A transaction that begins with its settings in one round trip, and rejects statements after its end. */
export class OpenTransaction implements Transaction {
  readonly #client: PoolClient;
  #over = false;

  private constructor(client: PoolClient) {
    this.#client = client;
  }

  /**
   * Sends BEGIN and every setting in one message. The settings are LOCAL: they end with the transaction, so the next user of
   * the connection does not see them. On the embedded database every connection is a superuser, so only SET ROLE makes
   * row-level security effective.
   */
  static async begin(client: PoolClient, settings: TransactionSettings): Promise<OpenTransaction> {
    const { role, schema, tenantId, environment, statementTimeoutMs } = settings;
    await client.query(
      `BEGIN; SET LOCAL ROLE ${escapeIdentifier(role)}; ` +
        `SET LOCAL search_path TO ${escapeIdentifier(schema)}, public; ` +
        `SET LOCAL statement_timeout TO ${String(statementTimeoutMs)}; ` +
        `SELECT set_config('strata.tenant_id', ${escapeLiteral(tenantId)}, true), ` +
        `set_config('strata.environment', ${escapeLiteral(environment)}, true)`,
    );
    return new OpenTransaction(client);
  }

  async query<Row>(sql: string, values?: readonly unknown[]): Promise<Row[]> {
    return (await this.#run(sql, values)).rows as Row[];
  }

  async execute(sql: string, values?: readonly unknown[]): Promise<number> {
    return (await this.#run(sql, values)).rowCount ?? 0;
  }

  /** Throws when a statement had failed and the work caught its error: PostgreSQL then rolls back on COMMIT. */
  async commit(): Promise<void> {
    this.#over = true;
    const { command } = await this.#client.query('COMMIT');
    if (command !== 'COMMIT') throw new Error('The transaction was rolled back: one of its statements had failed');
  }

  async rollback(): Promise<void> {
    this.#over = true;
    await this.#client.query('ROLLBACK');
  }

  async #run(sql: string, values: readonly unknown[] | undefined) {
    if (this.#over) throw new Error('The transaction is over; every statement must be awaited inside it');
    try {
      return await this.#client.query(sql, values === undefined ? undefined : [...values]);
    } catch (error) {
      throw translateError(error);
    }
  }
}
