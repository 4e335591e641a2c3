import type { CloseStack } from '@strata/platform/lifecycle/closeable';
import type { Check } from '@strata/platform/reconcile/check';
import { outboxCheck } from '@strata/platform/reconcile/outbox-check';
import type { ServiceParts } from '@strata/platform/service/service-parts';
import { AUDITOR_ROLE, RELAY_ROLE } from './adapters/gateway-database.ts';
import { openGatewayDatabase } from './open-gateway-database.ts';

const UNKNOWN_TENANTS = `
  select id from unnest($1::text[]) as given (id) where not exists (select from tenants where tenants.id = given.id)`;

/** The checks of the gateway, and what comparisons with other services need of it. */
export interface GatewayReconciliation {
  /** Those that find work which waits while the services do not run. */
  readonly whileRunning: readonly Check[];
  /** Those of the tenants that do not exist. */
  readonly unknownTenants: (tenantIds: readonly string[]) => Promise<string[]>;
}

/** Opens the database of the gateway for `npm run reconcile`. Errors: `unavailable`. */
export async function openGatewayReconciliation(
  stack: CloseStack,
  parts: Pick<ServiceParts, 'connection' | 'logger' | 'metrics'>,
): Promise<GatewayReconciliation> {
  const database = await openGatewayDatabase(stack, { DATABASE_POOL_SIZE: 1 }, parts);
  return {
    whileRunning: [outboxCheck({ service: 'gateway', database, relayRole: RELAY_ROLE })],
    unknownTenants: async (tenantIds) => {
      const rows = await database.asRole(AUDITOR_ROLE, (tx) =>
        tx.query<{ id: string }>(UNKNOWN_TENANTS, [[...tenantIds]]),
      );
      return rows.map(({ id }) => id);
    },
  };
}
