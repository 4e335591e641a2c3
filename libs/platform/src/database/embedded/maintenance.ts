import { Client } from 'pg';

/** Half a table must have changed: the planner needs only its order of magnitude. */
const STALE = `
  SELECT format('%I.%I', s.schemaname, s.relname) AS "table"
    FROM pg_stat_user_tables s JOIN pg_class c ON c.oid = s.relid
   WHERE s.n_mod_since_analyze > 50 + 0.5 * greatest(c.reltuples, 0)
   ORDER BY s.n_mod_since_analyze DESC`;

/** All other work waits during the sampling, so the sample is a fifth of the default: 6,000 rows. */
const analyze = (table: string): string => `BEGIN; SET LOCAL default_statistics_target = 20; ANALYZE ${table}; COMMIT`;

/** Autovacuum's own rule (PostgreSQL documentation, "Automatic Vacuuming"): a base of rows plus a share of the table. */
const MOST_DEAD = `
  SELECT format('%I.%I', s.schemaname, s.relname) AS "table"
    FROM pg_stat_user_tables s JOIN pg_class c ON c.oid = s.relid
   WHERE s.n_dead_tup > 50 + 0.2 * greatest(c.reltuples, 0)
   ORDER BY s.n_dead_tup DESC
   LIMIT 1`;

/**
 * Replaces autovacuum, which a single-process PostgreSQL does not have: analyzes every table that has changed enough (a
 * planner without statistics reads whole tables), and vacuums the table with the most dead rows. Each table is a separate
 * statement, so that other connections get their turn in between.
 */
export async function maintainTables(connectionString: string): Promise<void> {
  const client = new Client({ connectionString });
  client.on('error', () => undefined);
  await client.connect();
  const tables = async (sql: string): Promise<string[]> =>
    (await client.query<{ table: string }>(sql)).rows.map(({ table }) => table);
  try {
    // Flushes the counts of the last second when this statement ends.
    await client.query('SELECT pg_stat_force_next_flush()');
    for (const table of await tables(STALE)) await client.query(analyze(table));
    for (const table of await tables(MOST_DEAD)) await client.query(`VACUUM ${table}`);
  } finally {
    await client.end();
  }
}
