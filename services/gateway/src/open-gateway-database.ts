import { migrate } from '@strata/platform/database/migrate';
import type { CloseStack } from '@strata/platform/lifecycle/closeable';
import type { ServiceParts } from '@strata/platform/service/service-parts';
import { fileURLToPath } from 'node:url';
import {
  AUDITOR_ROLE,
  GatewayDatabase,
  LOOKUP_ROLE,
  RELAY_ROLE,
  SCHEMA,
  TENANT_ROLE,
} from './adapters/gateway-database.ts';

const MIGRATIONS = fileURLToPath(new URL('../prisma/migrations', import.meta.url));

/**
 * Migrates the gateway's schema, and opens a pool.
 * Errors: `unavailable` when the database does not respond. Throws when a migration fails.
 */
export async function openGatewayDatabase(
  stack: CloseStack,
  { DATABASE_POOL_SIZE }: { readonly DATABASE_POOL_SIZE: number },
  { connection, logger, metrics }: Pick<ServiceParts, 'connection' | 'logger' | 'metrics'>,
): Promise<GatewayDatabase> {
  await migrate({
    connection,
    schema: SCHEMA,
    role: TENANT_ROLE,
    extraRoles: [LOOKUP_ROLE, RELAY_ROLE, AUDITOR_ROLE],
    directory: MIGRATIONS,
    logger,
  });
  return stack.use(new GatewayDatabase(connection, DATABASE_POOL_SIZE, { logger, metrics }));
}
