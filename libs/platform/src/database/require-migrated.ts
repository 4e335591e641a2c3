import { AppError } from '@strata/kernel/errors';
import { readdir } from 'node:fs/promises';
import { Client, escapeIdentifier } from 'pg';
import type { DatabaseConnection } from './connection.ts';
import { sqlState, translateError } from './database-errors.ts';
import { VERSION_TABLE } from './migrate.ts';

export interface RequiredMigrations {
  readonly connection: DatabaseConnection;
  readonly schema: string;
  /** Absolute path of the directory with the files `001.do.name.sql`. */
  readonly directory: string;
}

/** No table, no schema, and no right to either, which the first migration after a login was created grants. */
const NOT_THERE_YET = new Set(['42P01', '3F000', '42501']);

/**
 * Checks that every migration file of a schema is applied, with no more rights than a migration grants to a service's login.
 * A database that is ahead of the files passes. Errors: `unavailable` if a file is not applied, or the database cannot be
 * reached: in both cases the caller may try again.
 */
export async function requireMigrated({ connection, schema, directory }: RequiredMigrations): Promise<void> {
  const applied = await appliedVersions(connection, schema);
  const missing = (await readdir(directory))
    .filter((file) => /^\d+\.do\..*\.sql$/.test(file) && !applied.has(Number.parseInt(file, 10)))
    .sort();
  if (missing.length === 0) return;
  throw new AppError(
    'unavailable',
    `The schema ${schema} lacks ${missing.join(', ')}: \`npm run migrate\` applies it; deploy/kubernetes has a job for it`,
  );
}

async function appliedVersions(connection: DatabaseConnection, schema: string): Promise<Set<number>> {
  const client = new Client({
    connectionString: connection.connectionString,
    application_name: `strata ${schema} version`,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ version: string }>(
      `SELECT version FROM ${escapeIdentifier(schema)}.${VERSION_TABLE}`,
    );
    return new Set(rows.map(({ version }) => Number(version)));
  } catch (error) {
    if (NOT_THERE_YET.has(sqlState(error) ?? '')) return new Set();
    throw translateError(error);
  } finally {
    await client.end().catch(() => undefined);
  }
}
