import { context, SpanKind, trace } from '@opentelemetry/api';
import { LRUCache } from 'lru-cache';
import type { Pool, PoolClient } from 'pg';
import { isTracing } from '../tracing/is-tracing.ts';
import { markFailed, startSpan } from '../tracing/spans.ts';
import { sqlState } from './database-errors.ts';
import { summarizeStatement, type StatementSummary } from './summarize-statement.ts';

/** Filters make some texts; most are constants of the code. */
const MAX_SUMMARIES = 2_000;
const summaries = new LRUCache<string, StatementSummary>({ max: MAX_SUMMARIES });

/**
 * Gives each statement of a pool a span below the one that runs, by OpenTelemetry's conventions for PostgreSQL: its command and
 * its table, never its text or a value. Does nothing unless traces are on when the pool is made.
 */
export function traceStatements(pool: Pool, schema: string): void {
  if (!isTracing()) return;
  pool.on('connect', (client) => {
    traceClient(client, schema);
  });
}

/** A client belongs to its pool alone, so the change reaches no other code. */
function traceClient(client: PoolClient, schema: string): void {
  const run = client.query.bind(client) as (...args: unknown[]) => unknown;
  const { database = '', host, port } = client as Partial<PoolClient & { database: string }>;
  const common = {
    'db.system.name': 'postgresql',
    'db.namespace': `${database}|${schema}`,
    ...(host === undefined ? {} : { 'server.address': host, 'server.port': port }),
  };
  const traced = (...args: unknown[]): unknown => {
    const sql = textOf(args[0]);
    if (sql === undefined || trace.getSpan(context.active())?.isRecording() !== true) return run(...args);
    const { operation, collection } = summaryOf(sql);
    const summary = collection === undefined ? operation : `${operation} ${collection}`;
    const span = startSpan(summary === '' ? 'SQL' : summary, {
      kind: SpanKind.CLIENT,
      attributes: {
        ...common,
        'db.operation.name': operation,
        'db.query.summary': summary,
        ...(collection === undefined ? {} : { 'db.collection.name': collection }),
      },
    });
    const result = run(...args);
    // Without a callback there is a promise.
    if (!(result instanceof Promise)) {
      span.end();
      return result;
    }
    result.then(
      () => span.end(),
      (error: unknown) => {
        markFailed(span, error, SpanKind.CLIENT);
        const code = sqlState(error);
        if (code !== undefined) span.setAttributes({ 'db.response.status_code': code, 'error.type': code });
        span.end();
      },
    );
    return result;
  };
  Object.assign(client, { query: traced });
}

function textOf(query: unknown): string | undefined {
  if (typeof query === 'string') return query;
  const text: unknown = typeof query === 'object' && query !== null && 'text' in query ? query.text : undefined;
  return typeof text === 'string' ? text : undefined;
}

function summaryOf(sql: string): StatementSummary {
  const known = summaries.get(sql);
  if (known !== undefined) return known;
  const summary = summarizeStatement(sql);
  summaries.set(sql, summary);
  return summary;
}
