import type { Role } from '@strata/contracts/schemas/organization';
import type { RequestContext } from '@strata/kernel/actor';
import type { Page } from '@strata/kernel/cursor';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Note } from '../audit/note.ts';

export interface StoredOrganization {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  /**
   * Whether it speaks for the tenant: made by the tenant's owner, or by an owner or admin of one that does. Only such a one
   * brings people into the tenant, and has a say over what belongs to no organization.
   */
  readonly isOfTenant: boolean;
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

/** Where an organization comes into being. */
export interface Founding {
  /** How many of the tenant's organizations a user created; it stays so until this one is made, or is not. */
  countCreatedBy(userId: string): Promise<number>;
  /** Whether a user is an owner or an admin of an organization that speaks for the tenant. */
  leadsTenant(userId: string): Promise<boolean>;
  /** Stores it with its first member, an owner. @throws AppError `conflict` when the slug is taken. */
  insert(organization: StoredOrganization, founder: Founder): Promise<void>;
}

/** One organization while nobody else can change it. */
export interface HeldOrganization {
  get(): Promise<StoredOrganization>;
  /** @throws AppError `conflict` when the slug is taken. */
  put(organization: StoredOrganization): Promise<void>;
}

export interface OrganizationStore {
  /** Nothing is made when `work` throws. */
  create<T>(context: RequestContext, id: string, work: (founding: Founding, note: Note) => Promise<T>): Promise<T>;
  /** Nothing is changed when `work` throws. @throws AppError `not_found` when there is no such organization. */
  change<T>(context: RequestContext, id: string, work: (held: HeldOrganization, note: Note) => Promise<T>): Promise<T>;
  /** The organizations that a user belongs to, newest first; `before` continues after the page that ended there. */
  list(
    scope: TenantScope,
    userId: string,
    page: { readonly limit: number; readonly before: number | undefined },
  ): Promise<Page<OwnOrganization>>;
  /** An organization of the tenant, with the user's role in it: null when the user is no member. */
  find(
    scope: TenantScope,
    id: string,
    userId: string,
  ): Promise<{ readonly organization: StoredOrganization; readonly role: Role | null } | undefined>;
  /**
   * The different roles that others gave a user in the organizations that speak for the tenant. Whoever makes another owns
   * it, and would else give themselves, and whom they like, every right in the tenant. `isFormer`: they have none, and have been taken out of one.
   */
  standingOf(scope: TenantScope, userId: string): Promise<{ roles: Role[]; isFormer: boolean }>;
}
