import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Client, escapeIdentifier } from 'pg';
import Postgrator from 'postgrator';
import type { Logger } from '../log/logger.ts';
import type { DatabaseConnection } from './connection.ts';
import { PROBE_TABLE } from './database-probe.ts';
import { translateError } from './database-errors.ts';
import { admitLogins } from './admit-logins.ts';
import { migrateAsOwner } from './migrate-as-owner.ts';
import { ensureRoles } from './roles.ts';

export interface MigrateOptions {
  readonly connection: DatabaseConnection;
  /** The service's own schema, created if missing. */
  readonly schema: string;
  /** The role of tenant work: gets SELECT, INSERT, UPDATE and DELETE on every table that the migrations create. */
  readonly role: string;
  /** Further roles, such as a queue worker's; the migrations grant their privileges. */
  readonly extraRoles?: readonly string[];
  /** Absolute path of the directory with the files `001.do.name.sql`. */
  readonly directory: string;
  readonly logger: Logger;
}

/** The table of a schema with one row for each migration that was applied. */
export const VERSION_TABLE = 'schema_version';
/** One lock for every schema of a database, since they share roles and extensions. */
const LOCK_KEY = 7_283_401_966;
const NAME = /^[a-z][a-z0-9_]{0,40}$/;

/**
 * Applies every new migration file of a service's schema, in order and in one transaction, and returns their names. Several
 * processes may do this at once. Inside a file, names resolve to the service's schema, then `public`, where extensions
 * belong (`CREATE EXTENSION IF NOT EXISTS vector SCHEMA public`).
 * Errors: `unavailable` when the database cannot be reached. Throws when a file fails, was changed after it had been applied,
 * or has a number below one that has been applied.
 */
export async function migrate(options: MigrateOptions): Promise<string[]> {
  const { connection, schema, role, extraRoles = [], directory, logger } = options;
  for (const name of [schema, role, ...extraRoles]) {
    if (!NAME.test(name)) throw new Error(`"${name}" cannot be the name of a schema or a role`);
  }
  const client = new Client({
    connectionString: connection.connectionString,
    application_name: `strata ${schema} migrate`,
  });
  client.on('error', (error) => {
    logger.warn('The connection of a migration broke', { error });
  });
  try {
    await client.connect();
    await ensureRoles(client, [role, ...extraRoles]);
    const applied = await inLockedTransaction(client, async () => {
      await prepareSchema(client, schema, role, extraRoles);
      await admitLogins(client, { schema, role, tables: { read: VERSION_TABLE, write: PROBE_TABLE } });
      return applyFiles(client, schema, directory);
    });
    if (applied.length > 0) logger.info('Migrations were applied', { schema, applied });
    return applied;
  } catch (error) {
    throw translateError(error);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function inLockedTransaction<T>(client: Client, work: () => Promise<T>): Promise<T> {
  await client.query(`BEGIN; SELECT pg_advisory_xact_lock(${String(LOCK_KEY)})`);
  try {
    const result = await work();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** Grants by default privileges, so that a migration can revoke them for a single table. */
async function prepareSchema(
  client: Client,
  schema: string,
  role: string,
  extraRoles: readonly string[],
): Promise<void> {
  const name = escapeIdentifier(schema);
  const all = [role, ...extraRoles].map(escapeIdentifier).join(', ');
  await client.query(
    // CREATE SCHEMA IF NOT EXISTS would need the right to create one, which the owner of a prepared schema does not have.
    `DO $$ BEGIN IF to_regnamespace('${schema}') IS NULL THEN CREATE SCHEMA ${name}; END IF; END $$; ` +
      `SET LOCAL search_path TO ${name}, public; ` +
      `CREATE TABLE IF NOT EXISTS ${name}.${VERSION_TABLE} (version bigint PRIMARY KEY, name text, md5 text, run_at timestamptz); ` +
      `CREATE TABLE IF NOT EXISTS ${name}.${PROBE_TABLE} (process text PRIMARY KEY, at timestamptz NOT NULL, filler text NOT NULL); ` +
      `REVOKE ALL ON ${name}.${PROBE_TABLE} FROM ${all}; ` +
      `GRANT USAGE ON SCHEMA ${name} TO ${all}; ` +
      `ALTER DEFAULT PRIVILEGES IN SCHEMA ${name} GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ${escapeIdentifier(role)}; ` +
      `ALTER DEFAULT PRIVILEGES IN SCHEMA ${name} GRANT USAGE ON SEQUENCES TO ${all}`,
  );
}

async function applyFiles(client: Client, schema: string, directory: string): Promise<string[]> {
  const files = (await readdir(directory)).filter((file) => file.endsWith('.sql'));
  if (files.length === 0) throw new Error(`There are no migrations in ${directory}`);
  const postgrator = new Postgrator({
    driver: 'pg',
    schemaTable: `${schema}.${VERSION_TABLE}`,
    migrationPattern: join(directory, '*.sql'),
    newline: 'LF',
    execQuery: (sql) => client.query<Record<string, unknown>>(sql),
    execSqlScript: (sql) => migrateAsOwner(client, schema, sql),
  });
  let current = 'the first file';
  postgrator.on('validation-started', ({ filename }) => (current = basename(filename)));
  postgrator.on('migration-started', ({ filename }) => (current = basename(filename)));
  try {
    const applied = await postgrator.migrate();
    await rejectSkippedFiles(client, schema, await postgrator.getMigrations());
    return applied.map(({ filename }) => basename(filename));
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (error.message.startsWith('MD5 checksum failed')) {
      throw new Error(
        `The migration ${current} of ${schema} was changed after it had been applied; add a new file instead`,
        {
          cause: error,
        },
      );
    }
    error.message = `The migration ${current} of ${schema} failed: ${error.message}`;
    throw error;
  }
}

/** Postgrator silently skips a file whose number is below the schema's version. */
async function rejectSkippedFiles(client: Client, schema: string, migrations: Postgrator.Migration[]): Promise<void> {
  const { rows } = await client.query<{ version: string }>(
    `SELECT version FROM ${escapeIdentifier(schema)}.${VERSION_TABLE}`,
  );
  const reached = new Set(rows.map(({ version }) => Number(version)));
  const late = migrations.find(({ version, action }) => action === 'do' && !reached.has(version));
  if (late !== undefined) {
    throw new Error(
      `${basename(late.filename)} is too late: ${schema} is already at a higher number; give the file the next one`,
    );
  }
}
