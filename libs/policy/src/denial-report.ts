import { newId } from '@strata/kernel/ids';
import type { AuditReport } from '@strata/contracts/calls/organizations';
import type { AuditAction } from '@strata/contracts/operations/audit-actions';
import type { DecisionRequest } from './decision.ts';
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
  if (effect === 'allow') return null;
  const { id, namespaceId, agentId } = request.item;
  const denied = { entryId: newId('aud'), action, resourceId: id, outcome: 'denied' } as const;
  return {
    place: { namespaceId, agentId },
    entries: [{ ...denied, changes: { reason }, at: request.now.toISOString() }],
  };
}
