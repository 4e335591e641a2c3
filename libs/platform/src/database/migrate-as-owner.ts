import { type Client, escapeLiteral } from 'pg';

/**
 * Runs one migration so that it sees the rows of every tenant. Row-level security is forced on the tables, and then binds
 * their owner too, unless that is a superuser: an UPDATE of all rows would change none and report no error. Must run in a
 * transaction.
 */
export async function migrateAsOwner(client: Client, schema: string, sql: string): Promise<void> {
  const { rows } = await client.query<{ name: string; table: string }>(
    `SELECT relname AS name, oid::regclass::text AS table FROM pg_class
     WHERE relnamespace = ${escapeLiteral(schema)}::regnamespace AND relforcerowsecurity
       AND NOT (SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user)`,
  );
  // Only the tables in question: this locks each of them until the end of the transaction.
  const tables = rows.filter(({ name }) => new RegExp(`\\b${name}\\b`).test(sql)).map(({ table }) => table);
  for (const table of tables) await client.query(`ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY`);
  await client.query(sql);
  for (const table of tables) await client.query(`ALTER TABLE IF EXISTS ${table} FORCE ROW LEVEL SECURITY`);
}
