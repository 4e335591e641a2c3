import type { OperationName } from '@strata/client/strata';
import type { Role, Session } from './session.ts';

/** An organization, with the user's role in it. */
export interface Membership {
  readonly role: Role;
}

/**
 * Whether an operation would be accepted: whether the user has the key scope, and in the organization, if the operation belongs to
 * one, the permission.
 */
export function may(session: Session, operation: OperationName, organization?: Membership): boolean {
  const needed = session.operations[operation];
  if (needed === undefined) return true;
  const { scope, permission } = needed;
  if (scope !== null && !session.scopes.includes(scope) && !session.scopes.includes('admin')) return false;
  if (permission === null || organization === undefined) return true;
  return session.rolePermissions[organization.role].includes(permission);
}
