import { Client } from 'pg';

/** Half a table must have changed: the planner wants to know whether it is small or large, not by how much. */
const STALE = `
  SELECT format('%I.%I', s.schemaname, s.relname) AS "table"
    FROM pg_stat_user_tables s JOIN pg_class c ON c.oid = s.relid
   WHERE s.n_mod_since_analyze > 50 + 0.5 * greatest(c.reltuples, 0)
   ORDER BY s.n_mod_since_analyze DESC`;

/** Everybody waits while a sample is taken, so it is a fifth of the usual one: 6,000 rows. */
const analyze = (table: string): string => `BEGIN; SET LOCAL default_statistics_target = 20; ANALYZE ${table}; COMMIT`;

/** Autovacuum's own rule (PostgreSQL documentation, "Automatic Vacuuming"): a base of rows plus a share of the table. */
const MOST_DEAD = `
  SELECT format('%I.%I', s.schemaname, s.relname) AS "table"
    FROM pg_stat_user_tables s JOIN pg_class c ON c.oid = s.relid
   WHERE s.n_dead_tup > 50 + 0.2 * greatest(c.reltuples, 0)
   ORDER BY s.n_dead_tup DESC
   LIMIT 1`;

/**
 * Stands in for autovacuum, which a single-process PostgreSQL does not have: analyzes every table that has changed
 * enough, for a planner that knows nothing of a table reads all of it, and vacuums the one with the most dead rows.
 * Each table is a statement of its own, between which others have their turn.
 */
export async function maintainTables(connectionString: string): Promise<void> {
  const client = new Client({ connectionString });
  client.on('error', () => undefined);
  await client.connect();
  const tables = async (sql: string): Promise<string[]> =>
    (await client.query<{ table: string }>(sql)).rows.map(({ table }) => table);
  try {
    // The counts of the last second are still to be written down; that happens when this statement ends.
    await client.query('SELECT pg_stat_force_next_flush()');
    for (const table of await tables(STALE)) await client.query(analyze(table));
    for (const table of await tables(MOST_DEAD)) await client.query(`VACUUM ${table}`);
  } finally {
    await client.end();
  }
}
