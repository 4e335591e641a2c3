import { migrateSchema } from '@strata/platform/service/open-database';
import { runMigration } from '@strata/platform/service/run-migration';
import { ensurePgvector } from './adapters/ensure-pgvector.ts';
import { SYNTHESIS_SCHEMA, VECTORS_SCHEMA } from './adapters/synthesis-schema.ts';

await runMigration('synthesis', async (parts) => {
  await migrateSchema(SYNTHESIS_SCHEMA, parts);
  // Also without an embedding provider, so that turning one on needs no migration.
  const reason = await ensurePgvector(parts.connection);
  if (reason === undefined) await migrateSchema(VECTORS_SCHEMA, parts);
  else parts.logger.info('There are no tables for vectors, because the database has no pgvector', { reason });
});
