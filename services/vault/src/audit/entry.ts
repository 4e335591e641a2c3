import type { VaultAuditEntry } from '@strata/contracts/schemas/vault';
import type { RequestContext } from '@strata/kernel/actor';
import { newId } from '@strata/kernel/ids';

/** An entry that is not part of the chain yet. */
export type UnchainedEntry = Omit<VaultAuditEntry, 'sequence' | 'previousHash' | 'hash'>;

/** The content of an entry except actor and address. Never a value or a key. */
export interface AuditedAction extends Pick<VaultAuditEntry, 'action' | 'itemId' | 'reason'> {
  readonly at: Date;
}

/** An entry for an action, or its denial, by the actor of a request. */
export const entryOf = (
  { action, itemId, reason, at }: AuditedAction,
  { actor, ip }: Pick<RequestContext, 'actor' | 'ip'>,
): UnchainedEntry => ({
  id: newId('aud'),
  action,
  actorId: actor.id,
  itemId,
  reason,
  ip: ip ?? null,
  at: at.toISOString(),
});
