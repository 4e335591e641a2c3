import type { Role } from '@strata/contracts/schemas/organization';
import type { TenantScope } from '@strata/kernel/tenant-scope';

export interface StoredOrganization {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** An organization and the role that one user has in it. */
export interface OwnOrganization {
  readonly organization: StoredOrganization;
  readonly role: Role;
}

export interface Founder {
  readonly memberId: string;
  readonly userId: string;
  readonly email: string | null;
  readonly name: string | null;
}

export interface OrganizationPage {
  readonly organizations: readonly OwnOrganization[];
  /** Number of the page's last organization in the order of creation. */
  readonly last: number;
  readonly hasMore: boolean;
  readonly total: number;
}

export interface OrganizationStore {
  /** Stores it with its first member, an owner. @throws AppError `conflict` when the slug is taken. */
  create(scope: TenantScope, organization: StoredOrganization, founder: Founder): Promise<void>;
  /** The organizations that a user belongs to, newest first; `before` continues after the page that ended there. */
  list(scope: TenantScope, userId: string, limit: number, before: number | undefined): Promise<OrganizationPage>;
  /** An organization of the tenant, with the user's role in it: null when the user is no member. */
  find(
    scope: TenantScope,
    id: string,
    userId: string,
  ): Promise<{ readonly organization: StoredOrganization; readonly role: Role | null } | undefined>;
  /** What is undefined stays. @throws AppError `conflict` when the slug is taken, `not_found`. */
  update(
    scope: TenantScope,
    id: string,
    change: { readonly name?: string | undefined; readonly slug?: string | undefined; readonly at: Date },
  ): Promise<StoredOrganization>;
  /**
   * The different roles that others gave a user in the tenant's organizations. Whoever makes an organization owns it, and
   * would else give themselves every right in the tenant. `isFormer`: they have none, and have been taken out of one.
   */
  standingOf(scope: TenantScope, userId: string): Promise<{ roles: Role[]; isFormer: boolean }>;
}
