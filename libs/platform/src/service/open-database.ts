import { fileURLToPath } from 'node:url';
import type { DatabaseConnection } from '../database/connection.ts';
import { createDatabase } from '../database/create-database.ts';
import type { Database } from '../database/database.ts';
import { migrate } from '../database/migrate.ts';
import { requireMigrated } from '../database/require-migrated.ts';
import type { Logger } from '../log/logger.ts';
import type { ServiceParts } from './service-parts.ts';
import type { DatabaseSettings } from './service-settings.ts';

export interface ServiceSchema {
  readonly schema: string;
  readonly role: string;
  readonly extraRoles?: readonly string[];
  readonly migrations: URL;
}

/** What a migration of a schema needs. */
export interface MigrationParts {
  readonly connection: DatabaseConnection;
  readonly logger: Logger;
}

/** `MIGRATE_AT_START` is on unless given: commands of the operator bring a database up to date. */
type OpenSettings = Pick<DatabaseSettings, 'DATABASE_POOL_SIZE'> & Partial<DatabaseSettings>;

/** Applies what is new in a service's schema. Errors: `unavailable`. Throws when a migration fails. */
export async function migrateSchema(
  { schema, role, extraRoles = [], migrations }: ServiceSchema,
  { connection, logger }: MigrationParts,
): Promise<void> {
  await migrate({ connection, schema, role, extraRoles, directory: fileURLToPath(migrations), logger });
}

/**
 * Migrates a service's schema, or if its settings say that another process does so, checks that it has.
 * Errors: `unavailable`, also while a migration is missing. Throws when a migration fails.
 */
export async function prepareSchema(
  serviceSchema: ServiceSchema,
  { MIGRATE_AT_START: migrates = true }: Partial<Pick<DatabaseSettings, 'MIGRATE_AT_START'>>,
  parts: MigrationParts,
): Promise<void> {
  const { schema, migrations } = serviceSchema;
  if (migrates) await migrateSchema(serviceSchema, parts);
  else await requireMigrated({ connection: parts.connection, schema, directory: fileURLToPath(migrations) });
}

/** Prepares a service's schema and opens a pool on it. Errors: those of `prepareSchema`. */
export async function openDatabase(
  serviceSchema: ServiceSchema,
  settings: OpenSettings,
  { connection, logger, metrics }: Pick<ServiceParts, 'connection' | 'logger' | 'metrics'>,
): Promise<Database> {
  await prepareSchema(serviceSchema, settings, { connection, logger });
  const { schema, role } = serviceSchema;
  return createDatabase({ connection, schema, role, max: settings.DATABASE_POOL_SIZE, logger, metrics });
}
