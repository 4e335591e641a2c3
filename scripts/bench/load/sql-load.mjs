import pg from 'pg';
import { summarise } from './latencies.mjs';

const COLUMNS = ['id', 'type', 'session_id', 'agent_id', 'payload', 'metadata', 'occurred_at'];

/** The table that the limit inserts events into, with only a primary key as index. */
export const INSERT_TABLE = `
  create table if not exists bench.events (
    id text primary key, type text not null, session_id text not null, agent_id text, payload json not null,
    metadata json not null, occurred_at timestamptz not null)`;

/**
 * Inserts events with multi-row statements. Each connection sends its next statement as soon as the last is committed.
 * @param {{connectionString: string, groups: readonly (readonly object[])[], concurrency: number, seconds?: number}} load
 *   each group of events is one statement; without `seconds` every group is inserted once
 * @returns {Promise<import('./latencies.mjs').Measured & {rows: number}>}
 */
export async function insertRows({ connectionString, groups, concurrency, seconds }) {
  const statements = groups.map((events) => ({ text: insertStatement(events.length), rows: events.map(valuesOf) }));
  const latencies = [];
  let sent = 0;
  let rows = 0;
  const elapsed = await withConnections(connectionString, concurrency, async (client, startedAt) => {
    const deadline = startedAt + (seconds ?? Number.POSITIVE_INFINITY) * 1000;
    while ((seconds !== undefined || sent < statements.length) && performance.now() < deadline) {
      const statement = statements[sent % statements.length];
      const prefix = `${process.pid}-${startedAt}-${sent++}`;
      const sentAt = performance.now();
      await client.query(
        statement.text,
        statement.rows.flatMap((values, row) => [`${prefix}-${row}`, ...values]),
      );
      latencies.push(performance.now() - sentAt);
      rows += statement.rows.length;
    }
  });
  return { ...summarise(latencies, elapsed), rows };
}

/**
 * Runs one query repeatedly, each time with the next set of values.
 * @param {{connectionString: string, sql: string, values: readonly (readonly unknown[])[], concurrency: number, requests: number}} load
 * @returns {Promise<import('./latencies.mjs').Measured & {rows: number}>} `rows` is the number of rows returned in total
 */
export async function runQueries({ connectionString, sql, values, concurrency, requests }) {
  const latencies = [];
  let sent = 0;
  let rows = 0;
  const elapsed = await withConnections(connectionString, concurrency, async (client) => {
    while (sent < requests) {
      const sentAt = performance.now();
      const found = await client.query(sql, values[sent++ % values.length]);
      latencies.push(performance.now() - sentAt);
      rows += found.rows.length;
    }
  });
  return { ...summarise(latencies, elapsed), rows };
}

/** @returns {Promise<number>} milliseconds that the work took after every connection was open */
async function withConnections(connectionString, concurrency, work) {
  const clients = Array.from({ length: concurrency }, () => new pg.Client({ connectionString }));
  try {
    for (const client of clients) await client.connect();
    const startedAt = performance.now();
    await Promise.all(clients.map((client) => work(client, startedAt)));
    return performance.now() - startedAt;
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

function insertStatement(rows) {
  const tuples = Array.from({ length: rows }, (_, row) => {
    const first = row * COLUMNS.length + 1;
    return `(${COLUMNS.map((_name, column) => `$${first + column}`).join(',')})`;
  });
  return `insert into bench.events (${COLUMNS.join(',')}) values ${tuples.join(',')}`;
}

/** Serialized before the time is measured, like the bodies of requests. */
const valuesOf = ({ type, sessionId, payload, metadata }) => [
  type,
  sessionId,
  metadata.agentId,
  JSON.stringify(payload),
  JSON.stringify(metadata),
  metadata.occurredAt,
];
