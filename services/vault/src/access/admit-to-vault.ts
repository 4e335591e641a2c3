import type { RequestContext } from '@strata/kernel/actor';
import { notFound } from '@strata/kernel/errors';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { WrappedKey } from '../sealing/key-encryption.ts';
import type { LeadsTenant } from './leads-tenant.ts';
import type { NoteRefusal } from './note-refusal.ts';

/** A vault that the caller sees. */
export interface AdmittedVault {
  readonly id: string;
  readonly createdBy: string;
  readonly key: WrappedKey;
}

export interface VaultDoor {
  find(scope: TenantScope, vaultId: string): Promise<AdmittedVault | undefined>;
}

export interface AdmitToVaultParts {
  readonly door: VaultDoor;
  readonly leadsTenant: LeadsTenant;
  readonly noteRefusal: NoteRefusal;
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
  ({ door, leadsTenant, noteRefusal }: AdmitToVaultParts): AdmitToVault =>
  async ({ id, itemId }, context) => {
    const vault = await door.find(context.scope, id);
    if (vault?.createdBy === context.actor.id) return vault;
    // Asked for one that is not there as well, so that neither time nor failure tells which of the two it is.
    const leads = await leadsTenant(context);
    if (vault === undefined) throw notFound('The vault');
    if (leads) return vault;
    await noteRefusal(id, itemId, 'not theirs to see', context);
    throw notFound('The vault');
  };
