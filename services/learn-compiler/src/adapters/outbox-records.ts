import { recordAccesses, recordAudit } from '@strata/contracts/calls/organizations';
import type { CommandContract } from '@strata/contracts/message';
import type { RequestContext } from '@strata/kernel/actor';
import type { Database } from '@strata/platform/database/database';
import type { CommandOutbox } from '@strata/platform/outbox/command-outbox';
import type { z } from 'zod';
import type { Records } from '../reading/reading-parts.ts';

/** Commits access and audit records to the outbox, from which they are sent to the enterprise-org service. */
export function createOutboxRecords(database: Database, outbox: CommandOutbox): Records {
  const commit = async <Payload extends z.ZodType>(
    command: CommandContract<Payload>,
    payload: z.input<Payload>,
    context: RequestContext,
  ): Promise<void> => {
    await database.inTenant(context.scope, (tx) => outbox.put(tx, command, payload, context));
    outbox.wake();
  };
  return {
    accesses: (report, context) => commit(recordAccesses, report, context),
    audit: (report, context) => commit(recordAudit, report, context),
  };
}
