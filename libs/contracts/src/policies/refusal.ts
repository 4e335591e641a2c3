import { newId } from '@strata/kernel/ids';
import type { AuditReport } from '../calls/organizations.ts';
import type { AuditAction } from '../operations/audit-actions.ts';
import type { Place } from './place.ts';
import type { Decision } from './policy-book.ts';

/** What a decision kept somebody from. */
export interface Refusal {
  readonly action: AuditAction;
  readonly resourceId: string | null;
  readonly place: Place;
  readonly decision: Pick<Decision, 'reason'>;
  readonly at: Date;
}

/** How the audit log is told of a refusal: it goes to the organizations that have a say over the place. */
export const auditOfRefusal = ({
  action,
  resourceId,
  place: { namespaceId, agentId },
  decision: { reason },
  at,
}: Refusal): AuditReport => ({
  place: { namespaceId, agentId },
  entries: [
    {
      ...{ entryId: newId('aud'), action, resourceId, outcome: 'denied' },
      ...{ changes: { reason }, at: at.toISOString() },
    },
  ],
});
