import { type Client, escapeIdentifier, escapeLiteral } from 'pg';

export interface Admission {
  readonly schema: string;
  /** The role of tenant work. */
  readonly role: string;
  /** The tables of the schema that a login uses itself, without a role. */
  readonly tables: { readonly read: string; readonly write: string };
}

/**
 * Lets the logins of a service that do not own its schema read which migrations are applied, and probe the database. These
 * are the logins that may take the service's role and were let into this database by name: others belong to another
 * database of the server.
 */
export async function admitLogins(client: Client, { schema, role, tables }: Admission): Promise<void> {
  const { rows } = await client.query<{ login: string }>(
    `SELECT DISTINCT login.rolname AS login
     FROM pg_database, aclexplode(datacl) AS entry JOIN pg_roles AS login ON login.oid = entry.grantee
     WHERE datname = current_database() AND entry.privilege_type = 'CONNECT'
       AND login.rolcanlogin AND NOT login.rolsuper AND login.rolname <> current_user
       AND pg_has_role(login.oid, ${escapeLiteral(role)}, 'MEMBER')`,
  );
  const name = escapeIdentifier(schema);
  for (const login of rows.map((row) => escapeIdentifier(row.login))) {
    await client.query(
      `GRANT USAGE ON SCHEMA ${name} TO ${login}; GRANT SELECT ON ${name}.${tables.read} TO ${login}; ` +
        `GRANT SELECT, INSERT, UPDATE, DELETE ON ${name}.${tables.write} TO ${login}`,
    );
  }
}
