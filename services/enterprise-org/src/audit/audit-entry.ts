import type { AuditEntry } from '@strata/contracts/schemas/audit';
import type { RequestContext } from '@strata/kernel/actor';

/** An entry that is not part of the hash chain yet. */
export type UnchainedEntry = Omit<AuditEntry, 'sequence' | 'previousHash' | 'hash'>;

/** What happened: the part of an entry that does not come from the request context. */
interface AuditedEvent extends Pick<AuditEntry, 'id' | 'action' | 'resourceId' | 'outcome' | 'changes'> {
  readonly at: Date;
}

/** The entry of a change or a denial: what happened, and who asked for it. */
export const auditEntry = (
  { id, action, resourceId, outcome, changes, at }: AuditedEvent,
  { actor, requestId, ip }: RequestContext,
): UnchainedEntry => ({
  id,
  action,
  actorId: actor.id,
  actorType: actor.type,
  resourceType: action.slice(0, action.indexOf('.')),
  resourceId,
  outcome,
  changes,
  requestId,
  ip: ip ?? null,
  at: at.toISOString(),
});
