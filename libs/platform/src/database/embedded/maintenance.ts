import { Client } from 'pg';

/** Autovacuum's own rule (PostgreSQL documentation, "Automatic Vacuuming"): a base of rows plus a share of the table. */
const DUE = `
  SELECT format('%I.%I', s.schemaname, s.relname) AS "table"
    FROM pg_stat_user_tables s JOIN pg_class c ON c.oid = s.relid
   WHERE s.n_dead_tup > 50 + 0.2 * greatest(c.reltuples, 0)
      OR s.n_mod_since_analyze > 50 + 0.1 * greatest(c.reltuples, 0)
   ORDER BY s.n_mod_since_analyze DESC
   LIMIT 1`;

/**
 * Stands in for autovacuum, which a single-process PostgreSQL does not have: vacuums and analyzes the one table that
 * needs it most, so that dead rows are reused and the planner knows its tables.
 * @returns the table, if one was due.
 */
export async function vacuumWhereDue(connectionString: string): Promise<string | undefined> {
  const client = new Client({ connectionString });
  client.on('error', () => undefined);
  await client.connect();
  try {
    // The counts of the last second are still to be written down; that happens when this statement ends.
    await client.query('SELECT pg_stat_force_next_flush()');
    const { rows } = await client.query<{ table: string }>(DUE);
    const due = rows[0]?.table;
    if (due !== undefined) await client.query(`VACUUM (ANALYZE) ${due}`);
    return due;
  } finally {
    await client.end();
  }
}
