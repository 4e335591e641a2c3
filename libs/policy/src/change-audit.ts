import type { AuditReport } from '@strata/contracts/calls/organizations';
import type { RequestContext } from '@strata/kernel/actor';
import { newId } from '@strata/kernel/ids';

type Entry = AuditReport['entries'][number];

/** The audit report of a change, to be stored in the same transaction as the change. */
export interface ChangeAudit {
  readonly report: AuditReport;
  readonly context: RequestContext;
}

/** Reports a change that affects the whole tenant, so that every organization of the tenant records it. */
export const auditOfChange = (
  { at, ...change }: Pick<Entry, 'action' | 'resourceId' | 'changes'> & { readonly at: Date },
  context: RequestContext,
): ChangeAudit => ({
  context,
  report: { entries: [{ entryId: newId('aud'), outcome: 'success', at: at.toISOString(), ...change }] },
});
