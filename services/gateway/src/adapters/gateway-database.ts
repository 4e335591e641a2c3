import { PrismaPg } from '@prisma/adapter-pg';
import { AppError } from '@strata/kernel/errors';
import type { DatabaseConnection } from '@strata/platform/database/connection';
import type { PoolFigures, Transaction } from '@strata/platform/database/database';
import { DatabaseProbe } from '@strata/platform/database/database-probe';
import { traceStatements } from '@strata/platform/database/trace-statements';
import type { Closeable } from '@strata/platform/lifecycle/closeable';
import type { Logger } from '@strata/platform/log/logger';
import { databaseMetrics, type ObserveTransaction } from '@strata/platform/database/database-metrics';
import type { Metrics } from '@strata/platform/metrics/metrics';
import { stopwatch } from '@strata/platform/metrics/stopwatch';
import { Pool } from 'pg';
import { PrismaClient, type Prisma } from '../generated/client.ts';
import { translatePrismaError } from './prisma-errors.ts';

export const SCHEMA = 'gateway';
/** Reads and writes the rows of one tenant. */
export const TENANT_ROLE = 'strata_gateway';
/** Looks up a user or an API key before the tenant is known. */
export const LOOKUP_ROLE = 'strata_gateway_auth';
/** Sends the commands in the outbox, of all tenants. */
export const RELAY_ROLE = 'strata_gateway_relay';
/** Reads which tenants there are, and which keys are bound to agents, for commands of the operator; changes nothing. */
export const AUDITOR_ROLE = 'strata_gateway_auditor';

export type GatewayTransaction = Prisma.TransactionClient;

/** Plain SQL in a Prisma transaction. */
export const sqlOf = (tx: GatewayTransaction): Transaction => ({
  query: (sql, values = []) => tx.$queryRawUnsafe(sql, ...values),
  execute: (sql, values = []) => tx.$executeRawUnsafe(sql, ...values),
});

const CONNECT_TIMEOUT_MS = 5_000;
const IDLE_TIMEOUT_MS = 30_000;
const TRANSACTION_TIMEOUT_MS = 10_000;
/** Without an answer for so long, the server has lost the connection: its network may drop packets without telling anyone. */
const ANSWER_TIMEOUT_MS = 5_000;

/** The gateway's schema through Prisma. Every statement runs in a transaction bound by row-level security. */
export class GatewayDatabase implements Closeable {
  readonly #pool: Pool;
  readonly #prisma: PrismaClient;
  readonly #probe: DatabaseProbe;
  readonly #observe: ObserveTransaction;
  readonly #max: number;

  constructor(
    connection: DatabaseConnection,
    max: number,
    { logger, metrics }: { readonly logger: Logger; readonly metrics: Metrics },
  ) {
    this.#max = max;
    this.#probe = new DatabaseProbe(connection, SCHEMA);
    this.#observe = databaseMetrics(metrics, () => this.figures());
    this.#pool = new Pool({
      connectionString: connection.connectionString,
      max,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      idleTimeoutMillis: IDLE_TIMEOUT_MS,
      query_timeout: ANSWER_TIMEOUT_MS,
      application_name: `strata ${SCHEMA}`,
    });
    traceStatements(this.#pool, SCHEMA);
    this.#pool.on('error', (error) => {
      logger.warn('A database connection broke', { error });
    });
    this.#prisma = new PrismaClient({
      adapter: new PrismaPg(this.#pool, { schema: SCHEMA }),
      errorFormat: 'minimal',
      transactionOptions: { maxWait: CONNECT_TIMEOUT_MS, timeout: TRANSACTION_TIMEOUT_MS },
    });
  }

  /** A transaction that reads and writes one tenant's rows. Errors: `unavailable`; Prisma's error for a unique violation. */
  inTenant<T>(tenantId: string, work: (tx: GatewayTransaction) => Promise<T>): Promise<T> {
    return this.#run(TENANT_ROLE, 'strata.tenant_id', tenantId, work);
  }

  /** A transaction that sees the user with this e-mail address, or the API keys with these ids. Errors: `unavailable`. */
  asLookup<T>(wanted: string | readonly string[], work: (tx: GatewayTransaction) => Promise<T>): Promise<T> {
    return this.#run(LOOKUP_ROLE, 'strata.lookup', typeof wanted === 'string' ? wanted : wanted.join(' '), work);
  }

  /** A transaction of plain SQL under another role of the schema, for no tenant. Errors: `unavailable`. */
  asRole<T>(role: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#run(role, 'strata.tenant_id', '', (tx) => work(sqlOf(tx)));
  }

  figures(): PoolFigures {
    const { totalCount: total, idleCount: idle, waitingCount: waiting } = this.#pool;
    const max = this.#max;
    return { total, idle, waiting, max, utilizationPercent: Math.round(((total - idle) / max) * 100) };
  }

  /** Errors: `unavailable` when the database does not respond, or stores nothing. */
  ping(): Promise<void> {
    return this.#probe.ping();
  }

  async close(): Promise<void> {
    await this.#probe.close();
    await this.#prisma.$disconnect();
    await this.#pool.end();
  }

  /** Role and settings are local to the transaction, so that they do not leak to the next use of the connection. */
  async #run<T>(
    role: string,
    setting: string,
    value: string,
    work: (tx: GatewayTransaction) => Promise<T>,
  ): Promise<T> {
    const elapsed = stopwatch();
    try {
      const result = await this.#prisma.$transaction(async (tx) => {
        await tx.$queryRaw`
          select set_config('role', ${role}, true), set_config('search_path', ${SCHEMA}, true), set_config(${setting}, ${value}, true),
            set_config('idle_in_transaction_session_timeout', ${String(TRANSACTION_TIMEOUT_MS)}, true)`;
        return work(tx);
      });
      this.#observe('committed', elapsed());
      return result;
    } catch (error) {
      const translated = translatePrismaError(error);
      const isUnavailable = translated instanceof AppError && translated.code === 'unavailable';
      this.#observe(isUnavailable ? 'unavailable' : 'rolled_back', elapsed());
      throw translated;
    }
  }
}
