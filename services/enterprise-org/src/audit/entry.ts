import type { AuditEntry } from '@strata/contracts/schemas/audit';
import type { RequestContext } from '@strata/kernel/actor';

/** An entry that has no place in the chain yet. */
export type UnchainedEntry = Omit<AuditEntry, 'sequence' | 'previousHash' | 'hash'>;

/** What an entry says beside who, from where and by which request. */
export interface Deed extends Pick<AuditEntry, 'id' | 'action' | 'resourceId' | 'outcome' | 'changes'> {
  readonly at: Date;
}

/** What was done or refused, with who asked for it. */
export const entryOf = (
  { id, action, resourceId, outcome, changes, at }: Deed,
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
