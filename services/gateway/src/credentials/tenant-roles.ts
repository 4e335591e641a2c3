import type { Role } from '@strata/contracts/schemas/organization';

/** A user's roles in the organizations of a tenant. `isFormer`: was a member of one, and is now a member of none. */
export interface TenantRoles {
  readonly roles: readonly Role[];
  readonly isFormer: boolean;
}

/** Whether a user who does not own the tenant may enter it: with a role, or vouched for by an issuer and never removed. */
export const mayEnterTenant = (
  { roles, isFormer }: TenantRoles,
  { isVouchedFor }: { readonly isVouchedFor: boolean },
): boolean => roles.length > 0 || (isVouchedFor && !isFormer);
