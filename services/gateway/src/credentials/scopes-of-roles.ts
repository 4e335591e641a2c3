import { READER_ROLES, type Role } from '@strata/contracts/schemas/organization';
import type { Scope } from '@strata/kernel/actor';

export const EVERY_SCOPE: readonly Scope[] = ['read', 'write', 'admin'];

/** The key scopes of a user with these roles: all, unless every role is one that only reads. */
export const scopesOfRoles = (roles: readonly Role[]): readonly Scope[] =>
  roles.length > 0 && roles.every((role) => READER_ROLES.includes(role)) ? ['read'] : EVERY_SCOPE;
