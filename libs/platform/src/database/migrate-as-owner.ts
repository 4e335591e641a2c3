import { type Client, escapeLiteral } from 'pg';

/**
 * Runs one migration so that it sees the rows of every tenant. Row-level security is forced on the tables, and then binds
 * their owner too, unless that is a superuser: an UPDATE of all rows would change none and report no error. Must run in a
 * transaction.
 */
export async function migrateAsOwner(client: Client, schema: string, sql: string): Promise<void> {
  const { rows } = await client.query<{ tables: string[] }>(
    `SELECT coalesce(array_agg(oid::regclass::text), '{}') AS tables FROM pg_class
     WHERE relnamespace = ${escapeLiteral(schema)}::regnamespace AND relforcerowsecurity
       AND NOT (SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user)`,
  );
  const tables = rows[0]?.tables ?? [];
  for (const table of tables) await client.query(`ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY`);
  await client.query(sql);
  for (const table of tables) await client.query(`ALTER TABLE IF EXISTS ${table} FORCE ROW LEVEL SECURITY`);
}
