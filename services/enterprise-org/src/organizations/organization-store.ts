import type { Organization, Role } from '@strata/contracts/schemas/organization';
import type { RequestContext } from '@strata/kernel/actor';
import type { Page } from '@strata/kernel/cursor';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { RecordChange } from '../audit/audited-change.ts';
import type { PageRequest, Stored } from '../organization-data/store.ts';

export interface StoredOrganization extends Omit<Stored<Organization>, 'role'> {
  /**
   * Whether it is tenant-wide: created by a tenant admin. Only these organizations invite users into the tenant, and govern
   * data that belongs to no organization.
   */
  readonly isOfTenant: boolean;
}

/** An organization, and the role of one user in it. */
export interface Membership {
  readonly organization: StoredOrganization;
  readonly role: Role;
}

/** The context of a request that is authorized by the caller's membership. */
export type MemberContext = RequestContext & Membership;

/** The first member of an organization. */
export interface Founder {
  readonly memberId: string;
  readonly userId: string;
  readonly email: string | null;
  readonly name: string | null;
  readonly role: Role;
}

/** The transaction that creates an organization. */
export interface OrganizationCreation {
  /** The organizations of the tenant that a user created. Other creations by the same user wait for this one. */
  countCreatedBy(userId: string): Promise<number>;
  /** Stores it with its first member. Errors: `conflict` when the slug is taken. */
  insert(organization: StoredOrganization, founder: Founder): Promise<void>;
}

/** One organization, while its lock is held. */
export interface LockedOrganization {
  get(): Promise<StoredOrganization>;
  /** Errors: `conflict` when the slug is taken. */
  update(organization: StoredOrganization): Promise<void>;
}

export interface OrganizationStore {
  /** If `work` throws, nothing is created. */
  create<T>(
    context: RequestContext,
    id: string,
    work: (creation: OrganizationCreation, record: RecordChange) => Promise<T>,
  ): Promise<T>;
  /** If `work` throws, nothing changes. Errors: `not_found`. */
  change<T>(
    context: RequestContext,
    id: string,
    work: (locked: LockedOrganization, record: RecordChange) => Promise<T>,
  ): Promise<T>;
  /** One page of the organizations that a user belongs to, newest first. */
  list(scope: TenantScope, userId: string, page: PageRequest): Promise<Page<Membership>>;
  /** An organization of the tenant, and the user's role in it: null when the user is not a member. */
  find(
    scope: TenantScope,
    id: string,
    userId: string,
  ): Promise<{ readonly organization: StoredOrganization; readonly role: Role | null } | undefined>;
  /**
   * The distinct roles that others granted a user in tenant-wide organizations. The role in an organization that one
   * created does not count: it would let users give themselves rights in the tenant. `isFormer`: has no such role, and was
   * removed from a tenant-wide organization.
   */
  grantedRoles(scope: TenantScope, userId: string): Promise<{ roles: Role[]; isFormer: boolean }>;
}
