import { migrateSchema } from '@strata/platform/service/open-database';
import { runMigration } from '@strata/platform/service/run-migration';
import { LEARN_SCHEMA } from './adapters/learn-schema.ts';

await runMigration('learn-compiler', (parts) => migrateSchema(LEARN_SCHEMA, parts));
