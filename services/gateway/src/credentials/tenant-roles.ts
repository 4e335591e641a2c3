import type { Role } from '@strata/contracts/schemas/organization';

/** What the organizations of a tenant say of a user. `isFormer`: was a member of one, and is now of none. */
export interface TenantRoles {
  readonly roles: readonly Role[];
  readonly isFormer: boolean;
}

/** Whether a member who does not own the tenant may enter it: by a role, or vouched for and never taken out. */
export const mayEnterTenant = (
  { roles, isFormer }: TenantRoles,
  { isVouchedFor }: { readonly isVouchedFor: boolean },
): boolean => roles.length > 0 || (isVouchedFor && !isFormer);
