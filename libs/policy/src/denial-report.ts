import { newId } from '@strata/kernel/ids';
import type { AuditReport } from '@strata/contracts/calls/organizations';
import type { AuditAction } from '@strata/contracts/operations/audit-actions';
import type { DecisionRequest } from './decision.ts';
import type { DataItem } from './filter.ts';
import type { PolicyEngine } from './policy-engine.ts';

/**
 * Decides, and describes a denial for the audit log of the organizations that govern the item's place. `action` is the
 * name that the log gives it. Null if the request is allowed.
 */
export function denialReport(
  engine: Pick<PolicyEngine, 'decide'>,
  request: DecisionRequest,
  action: AuditAction,
): AuditReport | null {
  const { effect, reason } = engine.decide(request);
  return effect === 'allow' ? null : denialOf(request.item, reason, action, request.now);
}

/** Describes the denial of a request about one data item. */
export const denialOf = (
  { id, namespaceId, agentId }: Omit<DataItem, 'tags'>,
  reason: string,
  action: AuditAction,
  at: Date,
): AuditReport => ({
  place: { namespaceId, agentId },
  entries: [
    {
      entryId: newId('aud'),
      action,
      resourceId: id,
      outcome: 'denied',
      changes: { reason },
      at: at.toISOString(),
    },
  ],
});
