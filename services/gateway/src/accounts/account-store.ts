import type { ChangeAudit } from '@strata/policy/change-audit';

/** A person. */
export interface User {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
}

export interface Tenant {
  readonly id: string;
  readonly name: string;
  readonly plan: string;
}

/** A tenant that a user belongs to. Users who do not own it need a role in one of its organizations to enter it. */
export interface TenantMembership extends Tenant {
  readonly isOwner: boolean;
}

/** A user as login needs it, with their tenants, the oldest membership first. */
export interface Account {
  readonly user: User;
  readonly passwordHash: string | null;
  readonly sessionGeneration: number;
  readonly tenants: readonly TenantMembership[];
}

export interface NewAccount {
  readonly user: User;
  readonly tenant: Tenant;
  readonly passwordHash: string;
  readonly createdAt: Date;
}

/** A user of a tenant: a local account, or a user of an external issuer, which need not name an e-mail address. */
export interface TenantUser extends Omit<User, 'email'> {
  readonly email: string | null;
}

/** A user of a tenant, as a change of their own password needs it. */
export interface TenantAccount {
  readonly user: TenantUser;
  readonly tenant: Tenant;
  /** Null for a user of an external issuer. */
  readonly passwordHash: string | null;
  readonly sessionGeneration: number;
}

export interface AccountStore {
  /** Creates a user with a tenant of their own. Errors: `conflict` when the e-mail address has an account; `unavailable`. */
  create(account: NewAccount): Promise<void>;
  /**
   * Creates a user who joins an existing tenant, and owns none.
   * Errors: `conflict` when the e-mail address has an account; `unavailable`.
   */
  createInTenant(tenantId: string, account: Omit<NewAccount, 'tenant'>): Promise<Tenant>;
  /** Makes sure that an existing user owns this tenant; an existing tenant stays as it is. */
  ensureTenant(tenant: Tenant, userId: string, at: Date): Promise<Tenant>;
  /** Makes a user a member of a tenant; an existing membership stays as it is. */
  join(tenantId: string, userId: string, at: Date): Promise<Tenant>;
  findInTenant(tenantId: string, userId: string): Promise<TenantUser | undefined>;
  findAccount(tenantId: string, userId: string): Promise<TenantAccount | undefined>;
  /** Ends the user's sessions in every tenant, together with the audit report. Errors: `unavailable`. */
  endSessions(tenantId: string, userId: string, at: Date, audit: ChangeAudit): Promise<void>;
  /**
   * Sets another password, and ends the user's sessions in every tenant, together with the audit report, if there is one. Returns the new
   * generation of sessions; undefined, and nothing is done, if the stored hash is no longer `from`. Errors: `unavailable`.
   */
  changePassword(
    tenantId: string,
    userId: string,
    change: { readonly from: string | null; readonly to: string; readonly at: Date },
    audit: ChangeAudit | null,
  ): Promise<number | undefined>;
  /** The account of a normalized e-mail address. Does the same work whether it exists or not. */
  findByEmail(email: string): Promise<Account | undefined>;
  /** Stores another hash of the same password. Does nothing if the stored hash is no longer `from`. */
  replacePasswordHash(
    tenantId: string,
    userId: string,
    hash: { readonly from: string | null; readonly to: string },
  ): Promise<void>;
}
