import type { Role } from '@strata/contracts/schemas/organization';
import type { Scope } from '@strata/kernel/actor';

export const EVERY_SCOPE: readonly Scope[] = ['read', 'write', 'admin'];
const READERS: readonly Role[] = ['analyst', 'viewer'];

/** What a user may do in a tenant, by the roles that its organizations give them: all, unless they only ever read. */
export const scopesOfRoles = (roles: readonly Role[]): readonly Scope[] =>
  roles.length > 0 && roles.every((role) => READERS.includes(role)) ? ['read'] : EVERY_SCOPE;
