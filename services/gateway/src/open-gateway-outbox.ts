import { recordAudit } from '@strata/contracts/calls/organizations';
import type { CloseStack } from '@strata/platform/lifecycle/closeable';
import { openCommandOutbox, type CommandOutbox } from '@strata/platform/outbox/command-outbox';
import type { ServiceParts } from '@strata/platform/service/service-parts';
import { RELAY_ROLE, type GatewayDatabase } from './adapters/gateway-database.ts';

/** What the audit log is told of changes goes through here, in one transaction with each of them. */
export const openGatewayOutbox = (
  stack: CloseStack,
  database: GatewayDatabase,
  { bus, logger }: Pick<ServiceParts, 'bus' | 'logger'>,
): CommandOutbox =>
  stack.use(openCommandOutbox({ database, relayRole: RELAY_ROLE, commands: [recordAudit], bus, logger }));
