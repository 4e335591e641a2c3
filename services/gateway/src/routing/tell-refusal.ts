import type { AuditReport } from '@strata/contracts/calls/organizations';
import type { Operation } from '@strata/contracts/operation';
import { auditActionOf, auditedResourceOf } from '@strata/contracts/operations/audit-actions';
import type { RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import type { AppError } from '@strata/kernel/errors';
import { looksLikeId, newId } from '@strata/kernel/ids';

export interface TellRefusalParts {
  /** Resolves when the audit log will have it. Errors: `unavailable`. */
  readonly tellAudit: (report: AuditReport, context: RequestContext) => Promise<void>;
  readonly clock: Clock;
}

/** Resolves when the audit log will have what a known caller was refused. Errors: `unavailable`. */
export type TellRefusal = (
  operation: Operation,
  params: unknown,
  refusal: AppError,
  context: RequestContext,
) => Promise<void>;

/** What an operation was refused for: to the organization in its path, else to all of the tenant's. */
export const createTellRefusal =
  ({ tellAudit, clock }: TellRefusalParts): TellRefusal =>
  async (operation, params, { message }, context) => {
    // A path that the operation does not take names nothing that there is.
    const { data: ids = {} } = operation.params.safeParse(params) as { data?: Readonly<Record<string, unknown>> };
    const { orgId } = ids;
    await tellAudit(
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
