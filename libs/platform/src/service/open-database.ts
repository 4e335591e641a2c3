import { fileURLToPath } from 'node:url';
import { createDatabase } from '../database/create-database.ts';
import type { Database } from '../database/database.ts';
import { migrate } from '../database/migrate.ts';
import type { ServiceParts } from './service-parts.ts';
import type { DatabaseSettings } from './service-settings.ts';

export interface ServiceSchema {
  readonly schema: string;
  readonly role: string;
  readonly extraRoles?: readonly string[];
  readonly migrations: URL;
}

/** Migrates a service's schema and opens a pool on it. Errors: `unavailable`. Throws when a migration fails. */
export async function openDatabase(
  { schema, role, extraRoles = [], migrations }: ServiceSchema,
  settings: DatabaseSettings,
  { connection, logger, metrics }: Pick<ServiceParts, 'connection' | 'logger' | 'metrics'>,
): Promise<Database> {
  await migrate({ connection, schema, role, extraRoles, directory: fileURLToPath(migrations), logger });
  return createDatabase({ connection, schema, role, max: settings.DATABASE_POOL_SIZE, logger, metrics });
}
