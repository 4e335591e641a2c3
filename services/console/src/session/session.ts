import type { Data, OperationName } from '@strata/client/strata';

export type Scope = 'read' | 'write' | 'admin';
export type Role = 'owner' | 'admin' | 'manager' | 'developer' | 'analyst' | 'viewer';

/** The signed-in user in one tenant, as the gateway describes them. The token itself stays in a cookie that no script can read. */
export interface Session {
  readonly user: {
    readonly id: string;
    readonly email: string | null;
    readonly name: string | null;
    /** False for users of an identity provider. */
    readonly hasPassword: boolean;
  };
  readonly tenant: { readonly id: string; readonly name: string; readonly plan: string };
  /** The newest; null if they could not be read in time. */
  readonly organizations: Data<'listOrganizations'> | null;
  readonly scopes: readonly Scope[];
  readonly isTenantAdmin: boolean;
  /** The value of the header that every request carries. */
  readonly csrfToken: string;
  readonly expiresAt: string;
  /** What each operation needs. */
  readonly operations: Readonly<
    Partial<Record<OperationName, { readonly scope: Scope | null; readonly permission: string | null }>>
  >;
  readonly rolePermissions: Readonly<Record<Role, readonly string[]>>;
}
