import { recordAccesses, recordAudit } from '@strata/contracts/calls/organizations';
import type { Clock } from '@strata/kernel/clock';
import type { Bus } from '@strata/platform/bus/bus';
import type { Logger } from '@strata/platform/log/logger';
import type { AccessStore } from './access-log/access-store.ts';
import { createRecordAccesses } from './access-log/record-accesses.ts';
import { createRecordAudit, type AuditRecorder } from './audit/record-audit.ts';

/** Most commands of one transaction. */
const AT_ONCE = 100;

export interface RecordParts {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly auditRecorder: AuditRecorder;
  readonly accesses: Pick<AccessStore, 'record'>;
}

/** What other services tell: the commands that this one consumes. */
export const RECORDS = [recordAudit, recordAccesses] as const;

/** Takes in what other services have recorded for the two logs. */
export async function consumeRecords({ bus, clock, logger, auditRecorder, accesses }: RecordParts): Promise<void> {
  const audit = createRecordAudit({
    recorder: auditRecorder,
    clock,
    onStray: (organizationId, { scope: { tenantId }, requestId }) => {
      const log = { tenantId, organizationId, requestId };
      logger.warn('An audit entry was dropped: the organization is not of its tenant', log);
    },
  });
  await bus.consume(recordAudit, audit, { batchSize: AT_ONCE });
  await bus.consume(recordAccesses, createRecordAccesses(accesses), { batchSize: AT_ONCE });
}
