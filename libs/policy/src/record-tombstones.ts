import { recordAudit } from '@strata/contracts/calls/organizations';
import { auditReportsOf, type Tombstone } from './tombstones.ts';
import { systemContext, type RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import { newId } from '@strata/kernel/ids';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Transaction } from '@strata/platform/database/database';
import type { CommandOutbox } from '@strata/platform/outbox/command-outbox';

/** Records tombstones in the audit log if the transaction commits. `by` is the request that caused them, if one did. */
export type RecordTombstones = (
  tx: Transaction,
  scope: TenantScope,
  tombstones: readonly Tombstone[],
  by?: RequestContext,
) => Promise<void>;

export const createRecordTombstones =
  (outbox: Pick<CommandOutbox, 'put'>, clock: Clock): RecordTombstones =>
  async (tx, scope, tombstones, by) => {
    if (tombstones.length === 0) return;
    const context = by ?? systemContext(scope, newId('req'));
    for (const report of auditReportsOf(tombstones, clock.now())) await outbox.put(tx, recordAudit, report, context);
  };
