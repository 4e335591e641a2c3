import { recordAudit } from '@strata/contracts/calls/organizations';
import type { CloseStack } from '@strata/platform/lifecycle/closeable';
import { openCommandOutbox, type CommandOutbox } from '@strata/platform/outbox/command-outbox';
import type { ServiceParts } from '@strata/platform/service/service-parts';
import { RELAY_ROLE, type GatewayDatabase } from './adapters/gateway-database.ts';

/** Opens the outbox for audit reports, which are stored in the same transaction as the changes that they report. */
export const openGatewayOutbox = (
  stack: CloseStack,
  database: GatewayDatabase,
  { bus, logger }: Pick<ServiceParts, 'bus' | 'logger'>,
): CommandOutbox =>
  stack.use(openCommandOutbox({ database, relayRole: RELAY_ROLE, commands: [recordAudit], bus, logger }));
