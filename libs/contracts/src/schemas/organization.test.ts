import { expect, test } from '@jest/globals';
import { parseInput } from '../parse-input.ts';
import {
  inviteMemberRequestSchema,
  isAbove,
  PERMISSIONS,
  ROLE_PERMISSIONS,
  ROLES,
  type Permission,
} from './organization.ts';

const EVERY_TEAM = ['team:create', 'team:list', 'team:update', 'team:delete'];
const EVERY_AGENT = ['agent:create', 'agent:read', 'agent:update', 'agent:delete'];
const EVERY_NAMESPACE = ['namespace:create', 'namespace:read', 'namespace:update'];

test.each([
  [
    'manager',
    [
      ...['org:read', ...EVERY_TEAM, 'member:invite', 'member:list', ...EVERY_AGENT, ...EVERY_NAMESPACE],
      ...['policy:read', 'lineage:read'],
    ],
  ],
  [
    'developer',
    [
      ...['org:read', 'team:list', 'member:list', 'agent:create', 'agent:read', 'agent:update', 'namespace:read'],
      ...['policy:read', 'lineage:read'],
    ],
  ],
  [
    'analyst',
    [
      ...['org:read', 'team:list', 'member:list', 'agent:read', 'namespace:read', 'policy:read', 'audit:read'],
      'lineage:read',
    ],
  ],
  ['viewer', ['org:read', 'team:list', 'agent:read', 'namespace:read']],
] as const)('a %s may do what their work needs, and nothing else', (role, permissions) => {
  const held: readonly Permission[] = ROLE_PERMISSIONS[role];
  expect([...held].sort()).toEqual([...permissions].sort());
});

test.each(['owner', 'admin'] as const)('an %s may do everything', (role) => {
  expect(ROLE_PERMISSIONS[role]).toEqual(PERMISSIONS);
});

test('of two roles the one that is named first is above, and none is above itself', () => {
  expect(ROLES.filter((role) => isAbove(role, 'developer'))).toEqual(['owner', 'admin', 'manager']);
  expect(ROLES.filter((role) => isAbove('developer', role))).toEqual(['analyst', 'viewer']);
});

test('an invitation that names no team is to none', () => {
  const invitation = { email: 'maya@example.com', role: 'viewer' };
  expect(parseInput(inviteMemberRequestSchema, invitation, 'body').teamIds).toEqual([]);
});
