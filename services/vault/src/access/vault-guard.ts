import type { RequestContext } from '@strata/kernel/actor';
import { notFound } from '@strata/kernel/errors';
import type { VaultStore, VaultWithKey } from '../vaults/vault-store.ts';
import type { RecordDenial } from './record-denial.ts';

interface VaultParams {
  readonly id: string;
  readonly itemId?: string;
}

/** What the guard adds to the context: the vault of the request's path. */
export interface VaultGrant {
  readonly vault: VaultWithKey;
}

/** The context of a request within one vault that the caller may use. */
export type VaultContext = RequestContext & VaultGrant;

export interface VaultGuardParts {
  readonly vaults: Pick<VaultStore, 'find'>;
  readonly recordDenial: RecordDenial;
}

/**
 * The guard of all operations within a vault. Admits the vault's creator and tenant admins. For other users the vault does
 * not exist; the attempt is in the vault's log before they get that error. Errors: `not_found`; `unavailable`.
 */
export function createVaultGuard({ vaults, recordDenial }: VaultGuardParts) {
  async function authorize(
    _operation: unknown,
    { id, itemId }: VaultParams,
    context: RequestContext,
  ): Promise<VaultGrant> {
    const { scope, actor } = context;
    const vault = await vaults.find(scope, id);
    if (vault !== undefined && (vault.createdBy === actor.id || actor.isTenantAdmin === true)) return { vault };
    // Runs for a missing vault too: same statements, same errors, so that the response does not reveal whether the vault exists.
    await recordDenial(id, itemId, 'no access to the vault', context);
    throw notFound('The vault');
  }
  return { authorize };
}
