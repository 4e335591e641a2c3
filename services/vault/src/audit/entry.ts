import type { VaultAuditEntry } from '@strata/contracts/schemas/vault';
import type { RequestContext } from '@strata/kernel/actor';
import { newId } from '@strata/kernel/ids';

/** An entry that has no place in the chain yet. */
export type UnchainedEntry = Omit<VaultAuditEntry, 'sequence' | 'previousHash' | 'hash'>;

/** What an entry says beside who and from where. Never a value, nor a key. */
export interface AuditedAction extends Pick<VaultAuditEntry, 'action' | 'itemId' | 'reason'> {
  readonly at: Date;
}

/** What was done or refused, with who asked for it. */
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
