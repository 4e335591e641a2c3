import type { Role } from '../../session/session.ts';

/** From the highest rank to the lowest. */
export const ROLES: readonly Role[] = ['owner', 'admin', 'manager', 'developer', 'analyst', 'viewer'];

const MEANINGS: Readonly<Record<Role, string>> = {
  owner: 'everything',
  admin: 'everything but owners',
  manager: 'teams, agents, namespaces, invitations',
  developer: 'agents and data',
  analyst: 'reads, with the logs',
  viewer: 'reads',
};

/** Whether the first role ranks higher than the second. */
export const isAbove = (role: Role, other: Role): boolean => ROLES.indexOf(role) < ROLES.indexOf(other);

/** The roles that a member with this role can grant, as choices. */
export const grantable = (role: Role): readonly { readonly value: Role; readonly label: string }[] =>
  ROLES.filter((other) => !isAbove(other, role)).map((value) => ({ value, label: `${value}: ${MEANINGS[value]}` }));
