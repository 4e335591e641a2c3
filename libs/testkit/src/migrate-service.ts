import type { DatabaseConnection } from '@strata/platform/database/connection';
import { migrate } from '@strata/platform/database/migrate';
import type { ServiceSchema } from '@strata/platform/service/open-database';
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { silentLogger } from './test-logger.ts';

/** Applies the migrations of a service before one, by its number ("015"), or all: for tests of what a migration does to old rows. */
export async function migrateService(
  connection: DatabaseConnection,
  { schema, role, extraRoles = [], migrations }: ServiceSchema,
  before?: string,
): Promise<void> {
  const all = fileURLToPath(migrations);
  const directory = await mkdtemp(join(tmpdir(), 'strata-migrations-'));
  for (const file of await readdir(all))
    if (before === undefined || file < before) await copyFile(join(all, file), join(directory, file));
  await migrate({ connection, directory, schema, role, extraRoles, logger: silentLogger });
  await rm(directory, { recursive: true });
}
