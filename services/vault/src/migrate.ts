import { migrateSchema } from '@strata/platform/service/open-database';
import { runMigration } from '@strata/platform/service/run-migration';
import { VAULT_SCHEMA } from './adapters/vault-schema.ts';

await runMigration('vault', (parts) => migrateSchema(VAULT_SCHEMA, parts));
