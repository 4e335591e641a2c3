import type { Role } from '@strata/contracts/schemas/organization';
import type { RequestContext } from '@strata/kernel/actor';
import type { Page } from '@strata/kernel/cursor';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Note } from '../audit/note.ts';

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

/** Where an organization comes into being. */
export interface Founding {
  /** How many of the tenant's organizations a user created; it stays so until this one is made, or is not. */
  countCreatedBy(userId: string): Promise<number>;
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
  create(context: RequestContext, id: string, work: (founding: Founding, note: Note) => Promise<void>): Promise<void>;
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
   * The different roles that others gave a user in the tenant's organizations. Whoever makes an organization owns it, and
   * would else give themselves every right in the tenant. `isFormer`: they have none, and have been taken out of one.
   */
  standingOf(scope: TenantScope, userId: string): Promise<{ roles: Role[]; isFormer: boolean }>;
}
