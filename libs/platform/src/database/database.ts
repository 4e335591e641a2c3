import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Closeable } from '../lifecycle/closeable.ts';

/** One statement. Its values are sent apart from its text. */
export interface Statement {
  readonly sql: string;
  readonly values?: readonly unknown[];
  /**
   * For a statement that runs often with the same text: each connection keeps its plan. A name belongs to one text.
   */
  readonly name?: string;
}

/** One open transaction, bound to a role. Statements run in order. */
export interface Transaction {
  /**
   * Runs one statement and returns its rows.
   * Errors: `unavailable` when the connection is lost; otherwise the driver's error with its SQLSTATE in `code`.
   */
  query<Row>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Like `query`, but returns the number of changed rows. */
  execute(sql: string, values?: readonly unknown[]): Promise<number>;
}

export interface PoolFigures {
  readonly total: number;
  readonly idle: number;
  readonly waiting: number;
  readonly max: number;
  /** Connections in use, in percent of `max`, rounded. */
  readonly utilizationPercent: number;
}

export interface TransactionOptions {
  /** Runs the work again from the start after a serialization failure or a deadlock (default false). */
  readonly retry?: boolean;
  /** Maximum milliseconds of each statement (default 30,000); the embedded database ignores it. */
  readonly statementTimeoutMs?: number;
}

/**
 * One service's schema in a database. Inside a transaction, use only `tx`: no network, no file, no second transaction. The
 * embedded database runs one transaction at a time, so a nested one would wait for itself (it throws instead), and a slow
 * one holds up all others.
 */
export interface Database extends Closeable {
  /**
   * A transaction that sees and writes one tenant's rows of one environment: row-level security policies compare with
   * `current_setting('strata.tenant_id', true)` and `current_setting('strata.environment', true)`.
   * Errors: `unavailable` without a connection, or when it breaks; after ROLLBACK, what the work throws.
   */
  inTenant<T>(scope: TenantScope, work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /**
   * Like `inTenant`, for statements that do not depend on each other's rows. The database gets all of them, and the commit, in one
   * round trip. Returns the rows of each statement. None takes effect if one fails.
   */
  runInTenant(scope: TenantScope, statements: readonly Statement[], options?: TransactionOptions): Promise<unknown[][]>;
  /** A transaction under another role of this schema, with policies of its own: queue work across tenants. */
  asRole<T>(role: string, work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
  figures(): PoolFigures;
  /** Errors: `unavailable` when the database does not respond, or stores nothing. */
  ping(): Promise<void>;
  /** Waits for open transactions, then closes every connection. */
  close(): Promise<void>;
}
