import type { CloseStack } from '@strata/platform/lifecycle/closeable';
import { prepareSchema } from '@strata/platform/service/open-database';
import type { ServiceParts } from '@strata/platform/service/service-parts';
import { GatewayDatabase } from './adapters/gateway-database.ts';
import { GATEWAY_SCHEMA } from './adapters/gateway-schema.ts';

/**
 * Prepares the gateway's schema, and opens a pool.
 * Errors: `unavailable` when the database does not respond. Throws when a migration fails.
 */
export async function openGatewayDatabase(
  stack: CloseStack,
  settings: { readonly DATABASE_POOL_SIZE: number; readonly MIGRATE_AT_START?: boolean },
  { connection, logger, metrics }: Pick<ServiceParts, 'connection' | 'logger' | 'metrics'>,
): Promise<GatewayDatabase> {
  await prepareSchema(GATEWAY_SCHEMA, settings, { connection, logger });
  return stack.use(new GatewayDatabase(connection, settings.DATABASE_POOL_SIZE, { logger, metrics }));
}
