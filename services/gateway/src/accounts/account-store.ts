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

/** A tenant that a user belongs to. Who does not own it is let in by what its organizations say. */
export interface TenantMembership extends Tenant {
  readonly isOwner: boolean;
}

/** A user as login needs it, with the tenants it belongs to, the oldest membership first. */
export interface Account {
  readonly user: User;
  readonly passwordHash: string | null;
  readonly tenants: readonly TenantMembership[];
}

export interface NewAccount {
  readonly user: User;
  readonly tenant: Tenant;
  readonly passwordHash: string;
  readonly createdAt: Date;
}

/** A user of a tenant, with or without an account of ours: an external issuer need not name an address. */
export interface TenantUser extends Omit<User, 'email'> {
  readonly email: string | null;
}

export interface AccountStore {
  /** @throws AppError `conflict` when the e-mail address is known, `unavailable`. */
  create(account: NewAccount): Promise<void>;
  /**
   * Makes a user who joins a tenant that is there already, and owns none.
   * @throws AppError `conflict` when the e-mail address is known, `unavailable`.
   */
  createInTenant(tenantId: string, account: Omit<NewAccount, 'tenant'>): Promise<Tenant>;
  /** Makes a tenant that a user owns who is there already; one that is there stays as it is. */
  ensureTenant(tenant: Tenant, userId: string, at: Date): Promise<Tenant>;
  /** Lets a user into a tenant; one who is in stays as they are. */
  join(tenantId: string, userId: string, at: Date): Promise<Tenant>;
  findInTenant(tenantId: string, userId: string): Promise<TenantUser | undefined>;
  /** The account of a normalized e-mail address; it takes the same work whether there is one. */
  findByEmail(email: string): Promise<Account | undefined>;
  /** @throws AppError `not_found`, `unavailable`. */
  planOf(tenantId: string): Promise<string>;
  /** Does nothing when the hash is no longer `from`. */
  replacePasswordHash(
    tenantId: string,
    userId: string,
    hash: { readonly from: string | null; readonly to: string },
  ): Promise<void>;
}
