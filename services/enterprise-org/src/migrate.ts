import { migrateSchema } from '@strata/platform/service/open-database';
import { runMigration } from '@strata/platform/service/run-migration';
import { ORGANIZATION_SCHEMA } from './adapters/organization-schema.ts';

await runMigration('enterprise-org', (parts) => migrateSchema(ORGANIZATION_SCHEMA, parts));
