import type { AuditReport } from '@strata/contracts/calls/organizations';
import type { Operation } from '@strata/contracts/operation';
import { auditActionOf, auditedResourceOf } from '@strata/contracts/operations/audit-actions';
import type { RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import type { AppError } from '@strata/kernel/errors';
import { looksLikeId, newId } from '@strata/kernel/ids';

export interface RecordDenialParts {
  /** Resolves when the report can no longer be lost. Errors: `unavailable`. */
  readonly recordAudit: (report: AuditReport, context: RequestContext) => Promise<void>;
  readonly clock: Clock;
}

/** Resolves when the denial of a caller's request will reach the audit log. Errors: `unavailable`. */
export type RecordDenial = (
  operation: Operation,
  params: unknown,
  denial: AppError,
  context: RequestContext,
) => Promise<void>;

/** The denial is recorded in the organization that the path names, or else in every organization of the tenant. */
export const createRecordDenial = ({ recordAudit, clock }: RecordDenialParts): RecordDenial =>
  async function recordDenial(operation, params, { message }, context) {
    // Parameters that do not parse name no resource.
    const { data: ids = {} } = operation.params.safeParse(params) as { data?: Readonly<Record<string, unknown>> };
    const { orgId } = ids;
    await recordAudit(
      {
        organizationId: typeof orgId === 'string' && looksLikeId(orgId) ? orgId : null,
        entries: [
          {
            entryId: newId('aud'),
            action: auditActionOf(operation),
            outcome: 'denied',
            resourceId: auditedResourceOf(operation, ids),
            changes: { reason: message },
            at: clock.now().toISOString(),
          },
        ],
      },
      context,
    );
  };
