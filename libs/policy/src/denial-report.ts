import { newId } from '@strata/kernel/ids';
import type { AuditReport } from '@strata/contracts/calls/organizations';
import type { AuditAction } from '@strata/contracts/operations/audit-actions';
import type { DecisionRequest } from './decision.ts';
import type { PolicyEngine } from './policy-engine.ts';

/**
 * Decides, and says how the audit log is told of a denial, which it calls `action`: it goes to the organizations that have
 * a say over the place. Null where nothing is denied.
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
