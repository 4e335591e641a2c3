import type { Operation } from '@strata/contracts/operation';
import { auditActionOf, auditedResourceOf } from '@strata/contracts/operations/audit-actions';
import type { RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import { unavailable, type AppError } from '@strata/kernel/errors';
import { newId } from '@strata/kernel/ids';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import { auditEntry, type UnchainedEntry } from './audit-entry.ts';

/** The path parameters of an operation on an organization. */
export type OrganizationParams = Readonly<Record<string, unknown>> & { readonly orgId: string };

export interface RecordDenialParts {
  /** Appends to the log of an organization; does nothing if the organization is not of the tenant. */
  readonly append: (scope: TenantScope, organizationId: string, entry: UnchainedEntry) => Promise<void>;
  readonly clock: Clock;
  readonly onFailure: (error: unknown) => void;
}

/**
 * Records denials in the organization's audit log. The caller waits for it: no denial goes unrecorded.
 * Errors: `unavailable` when the entry cannot be written.
 */
export function recordDenialIn({ append, clock, onFailure }: RecordDenialParts) {
  return async function recordDenial(
    operation: Operation,
    params: OrganizationParams,
    { message: reason }: AppError,
    context: RequestContext,
  ): Promise<void> {
    const denial = {
      id: newId('aud'),
      action: auditActionOf(operation),
      resourceId: auditedResourceOf(operation, params),
      outcome: 'denied',
      changes: { reason },
      at: clock.now(),
    } as const;
    try {
      await append(context.scope, params.orgId, auditEntry(denial, context));
    } catch (error) {
      onFailure(error);
      throw unavailable('The audit log', error);
    }
  };
}
