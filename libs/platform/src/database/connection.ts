/**
 * How to connect to a database. `embedded` is one backend behind a socket: it runs one transaction at a time, so a
 * transaction inside another one would wait for itself.
 */
export interface DatabaseConnection {
  readonly kind: 'postgres' | 'embedded';
  /** For `pg` and other clients, such as `postgres://…` or `socket:/directory?db=postgres`. */
  readonly connectionString: string;
}

/** The connection of a PostgreSQL server given by its URL. */
export const postgresConnection = (url: string): DatabaseConnection => ({ kind: 'postgres', connectionString: url });
