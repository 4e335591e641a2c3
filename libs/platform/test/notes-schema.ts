import { silentLogger } from '@strata/testkit/test-logger';
import { fileURLToPath } from 'node:url';
import type { DatabaseConnection } from '../src/database/connection.ts';
import { migrate } from '../src/database/migrate.ts';

/** A small schema with row-level security, for database tests. */
export const NOTES_SCHEMA = 'platform_test';
export const NOTES_ROLE = 'strata_platform_test';
export const NOTES_WORKER = 'strata_platform_test_worker';

const DIRECTORY = fileURLToPath(new URL('./migrations', import.meta.url));

export const migrateNotes = (connection: DatabaseConnection, directory = DIRECTORY): Promise<string[]> =>
  migrate({
    connection,
    schema: NOTES_SCHEMA,
    role: NOTES_ROLE,
    extraRoles: [NOTES_WORKER],
    directory,
    logger: silentLogger,
  });
