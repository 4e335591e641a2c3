import { migrateSchema } from '@strata/platform/service/open-database';
import { runMigration } from '@strata/platform/service/run-migration';
import { INGEST_SCHEMA } from './adapters/ingest-schema.ts';

await runMigration('ingest', (parts) => migrateSchema(INGEST_SCHEMA, parts));
