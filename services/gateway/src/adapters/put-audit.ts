import { recordAudit } from '@strata/contracts/calls/organizations';
import type { CommandOutbox } from '@strata/platform/outbox/command-outbox';
import type { ChangeAudit } from '@strata/policy/change-audit';
import { sqlOf, type GatewayTransaction } from './gateway-database.ts';

/** Puts the audit report of a change into the outbox, in the transaction of the change. Wake the outbox after the commit. */
export const putAudit = (
  outbox: Pick<CommandOutbox, 'put'>,
  tx: GatewayTransaction,
  { report, context }: ChangeAudit,
): Promise<void> => outbox.put(sqlOf(tx), recordAudit, report, context);
