import type { TenantScope } from '@strata/kernel/tenant-scope';
import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'pg';
import type { Logger } from '../log/logger.ts';
import { databaseMetrics } from './database-metrics.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { stopwatch } from '../metrics/stopwatch.ts';
import type { DatabaseConnection } from './connection.ts';
import { isDiskFull, isRetryable, isUnavailable, translateError } from './database-errors.ts';
import { DatabaseProbe } from './database-probe.ts';
import type { Database, PoolFigures, Transaction, TransactionOptions } from './database.ts';
import { allowNesting, rejectNesting } from './nesting-guard.ts';
import { traceStatements } from './trace-statements.ts';
import { OpenTransaction, type TransactionSettings } from './transaction.ts';
import { createTurnSocket } from './turn-socket.ts';

export interface DatabaseOptions {
  readonly connection: DatabaseConnection;
  readonly schema: string;
  /** The role of `inTenant`: it owns nothing and is bound by row-level security. */
  readonly role: string;
  /** Maximum connections of the pool (default 10). */
  readonly max?: number;
  /** Milliseconds to wait for a connection before the error `unavailable` (default 10,000). */
  readonly connectTimeoutMs?: number;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

const DEFAULT_MAX = 10;
const CONNECT_TIMEOUT_MS = 10_000;
const IDLE_TIMEOUT_MS = 30_000;
const STATEMENT_TIMEOUT_MS = 30_000;
const ATTEMPTS = 4;
const FIRST_RETRY_MS = 10;
/** Tenant ids become literals in SQL settings, so they are checked. */
const TENANT_ID = /^[\w.:-]{1,64}$/;

/** A connection pool for one service's schema. The first connection is opened on first use. */
export function createDatabase(options: DatabaseOptions): Database {
  const { connection, schema, role, logger, metrics } = options;
  const { max = DEFAULT_MAX, connectTimeoutMs = CONNECT_TIMEOUT_MS } = options;
  const pool = new Pool({
    connectionString: connection.connectionString,
    max,
    connectionTimeoutMillis: connectTimeoutMs,
    // The embedded database keeps the plans of a connection when that is closed, so its connections stay open.
    idleTimeoutMillis: connection.kind === 'embedded' ? 0 : IDLE_TIMEOUT_MS,
    application_name: `strata ${schema}`,
    stream: createTurnSocket,
    // Not in the types of the driver yet.
    ...{ pipeline: true },
  });
  traceStatements(pool, schema);
  const logBreak = (error: Error): void => {
    logger.warn('A database connection broke', { error });
  };
  pool.on('error', logBreak);
  // The pool listens to idle connections only; one that breaks between two statements would end the process.
  pool.on('connect', (client) => client.on('error', logBreak));
  const figures = (): PoolFigures => ({
    total: pool.totalCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
    max,
    utilizationPercent: Math.round(((pool.totalCount - pool.idleCount) / max) * 100),
  });
  const probe = new DatabaseProbe(connection, schema);
  const observe = databaseMetrics(metrics, figures);
  const isEmbedded = connection.kind === 'embedded';
  const guard = isEmbedded ? rejectNesting : allowNesting;

  /** `work` ends with the commit. */
  const attempt = async <T>(settings: TransactionSettings, work: (tx: OpenTransaction) => Promise<T>): Promise<T> => {
    const client = await pool.connect();
    let broken = true;
    try {
      const tx = new OpenTransaction(client, settings);
      try {
        const result = await work(tx);
        broken = false;
        return result;
      } catch (error) {
        broken = isUnavailable(error) || !(await rolledBack(tx));
        throw error;
      }
    } finally {
      client.release(broken);
    }
  };

  const run = async <T>(
    settings: Omit<TransactionSettings, 'schema' | 'statementTimeoutMs' | 'isEmbedded'>,
    work: (tx: OpenTransaction) => Promise<T>,
    { retry = false, statementTimeoutMs = STATEMENT_TIMEOUT_MS }: TransactionOptions = {},
  ): Promise<T> => {
    const elapsed = stopwatch();
    const attempts = retry ? ATTEMPTS : 1;
    for (let count = 1; ; count += 1) {
      try {
        const result = await guard.run(() => attempt({ ...settings, schema, statementTimeoutMs, isEmbedded }, work));
        observe('committed', elapsed());
        return result;
      } catch (error) {
        if (count < attempts && isRetryable(error)) {
          await delay(FIRST_RETRY_MS * 2 ** count * Math.random());
          continue;
        }
        if (isDiskFull(error)) probe.suspectFull();
        observe(isUnavailable(error) ? 'unavailable' : 'rolled_back', elapsed());
        throw translateError(error);
      }
    }
  };

  return {
    inTenant: async (scope, work, transactionOptions) =>
      run({ role, ...tenantOf(scope) }, committed(work), transactionOptions),
    runInTenant: async (scope, statements, transactionOptions) =>
      run({ role, ...tenantOf(scope) }, (tx) => tx.commitAfter(statements), transactionOptions),
    asRole: (otherRole, work, transactionOptions) =>
      run({ role: otherRole, tenantId: '', environment: '' }, committed(work), transactionOptions),
    figures,
    ping: () => probe.ping(),
    close: async () => {
      await probe.close();
      await pool.end();
    },
  };
}

const committed =
  <T>(work: (tx: Transaction) => Promise<T>) =>
  async (tx: OpenTransaction): Promise<T> => {
    const result = await work(tx);
    await tx.commit();
    return result;
  };

function tenantOf({ tenantId, environment }: TenantScope): { tenantId: string; environment: string } {
  if (!TENANT_ID.test(tenantId)) throw new Error('A tenant id must be 1 to 64 letters, digits, or any of _ . : -');
  return { tenantId, environment };
}

/** Whether the connection may be used again. */
const rolledBack = (tx: OpenTransaction): Promise<boolean> =>
  tx.rollback().then(
    () => true,
    () => false,
  );
