import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Closeable } from '../lifecycle/closeable.ts';

/** One open transaction, bound to a role. Statements run in the order they are given. */
export interface Transaction {
  /**
   * Runs one statement and returns its rows. Values travel apart from the text; statements are never named, because
   * the connections of the embedded database share one backend.
   * @throws the driver's error with its SQLSTATE in `code`, or AppError `unavailable` when the connection is lost.
   */
  query<Row>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Like `query`, returning how many rows the statement touched. */
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
  /** The work may run again from the start after a serialization failure or a deadlock (default false). */
  readonly retry?: boolean;
  /** Milliseconds each statement may take (default 30,000); the embedded database does not keep it. */
  readonly statementTimeoutMs?: number;
}

/**
 * One service's schema in a database. Inside a transaction do nothing but database work through `tx`: no network, no
 * file, no second transaction. The embedded database serves one transaction at a time, so a nested one would wait for
 * itself (it is refused with an error instead), and a slow one holds up everybody.
 */
export interface Database extends Closeable {
  /**
   * A transaction that sees and writes one tenant's rows of one environment: row-level security policies compare with
   * `current_setting('strata.tenant_id', true)` and `current_setting('strata.environment', true)`.
   * @throws AppError `unavailable` when no connection can be had or it breaks; whatever the work throws, after ROLLBACK.
   */
  inTenant<T>(scope: TenantScope, work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** A transaction under another role of this schema, with policies of its own: queue work across tenants. */
  asRole<T>(role: string, work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
  figures(): PoolFigures;
  /** @throws AppError `unavailable` when the database does not answer. */
  ping(): Promise<void>;
  /** Waits for what is under way, then closes every connection. */
  close(): Promise<void>;
}
