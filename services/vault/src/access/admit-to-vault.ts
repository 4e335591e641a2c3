import type { RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import { notFound } from '@strata/kernel/errors';
import { looksLikeId } from '@strata/kernel/ids';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import { entryOf, type UnchainedEntry } from '../audit/entry.ts';
import { writeFirst } from '../audit/write-first.ts';
import type { WrappedKey } from '../sealing/key-encryption.ts';
import type { LeadsTenant } from './leads-tenant.ts';

/** Between two entries of one user's attempts on one vault, so that nobody makes its log grow. */
const NOTED_EVERY_MS = 60_000;

/** A vault that the caller sees. */
export interface AdmittedVault {
  readonly id: string;
  readonly createdBy: string;
  readonly key: WrappedKey;
}

export interface VaultDoor {
  find(scope: TenantScope, vaultId: string): Promise<AdmittedVault | undefined>;
  /** Appends it to the vault's log, unless a `vault.refuse` of the same actor has been there since. */
  noteRefusal(scope: TenantScope, vaultId: string, entry: UnchainedEntry, since: Date): Promise<void>;
}

export interface AdmitToVaultParts {
  readonly door: VaultDoor;
  readonly leadsTenant: LeadsTenant;
  readonly clock: Clock;
  readonly onFailure: (error: unknown) => void;
}

/** Errors: `not_found`, `unavailable`. */
export type AdmitToVault = (
  asked: { readonly id: string; readonly itemId?: string },
  context: RequestContext,
) => Promise<AdmittedVault>;

/**
 * Lets whoever made a vault into it, and owners and admins of the tenant. For others it is not there; the attempt is in
 * its log before they are told so.
 */
export const createAdmitToVault =
  ({ door, leadsTenant, clock, onFailure }: AdmitToVaultParts): AdmitToVault =>
  async ({ id, itemId }, context) => {
    const vault = await door.find(context.scope, id);
    if (vault?.createdBy === context.actor.id) return vault;
    // Asked for one that is not there as well, so that neither time nor failure tells which of the two it is.
    const leads = await leadsTenant(context);
    if (vault === undefined) throw notFound('The vault');
    if (leads) return vault;
    const at = clock.now();
    // What has not the form of an id could be a secret in the wrong place.
    const named = itemId !== undefined && looksLikeId(itemId) ? itemId : null;
    const entry = entryOf({ action: 'vault.refuse', itemId: named, reason: 'not theirs to see', at }, context);
    const since = new Date(at.getTime() - NOTED_EVERY_MS);
    await writeFirst(door.noteRefusal(context.scope, id, entry, since), onFailure);
    throw notFound('The vault');
  };
