import { migrateSchema } from '@strata/platform/service/open-database';
import { runMigration } from '@strata/platform/service/run-migration';
import { GATEWAY_SCHEMA } from './adapters/gateway-schema.ts';

await runMigration('gateway', (parts) => migrateSchema(GATEWAY_SCHEMA, parts));
