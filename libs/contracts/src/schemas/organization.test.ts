import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { parseInput } from '../parse-input.ts';
import {
  inviteMemberRequestSchema,
  isAbove,
  PERMISSIONS,
  ROLE_PERMISSIONS,
  ROLES,
  type Permission,
  type Role,
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

test('docs/access.md lists exactly the permissions of every role', () => {
  const page = readFileSync(new URL('../../../../docs/access.md', import.meta.url), 'utf8');
  const rows = page.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  const columns = rows.find(([, first]) => first === 'Permission') ?? [];
  const permissionsOf = (role: Role): string[] => {
    const column = columns.findIndex((heading) => heading.split(', ').includes(role));
    const held = rows.filter((cells) => cells.length === columns.length && cells[column] === 'yes');
    return held.flatMap(([, permissions = '']) =>
      [...permissions.matchAll(/`(\w+:\w+)`/g)].map(([, name]) => String(name)),
    );
  };
  expect(Object.fromEntries(ROLES.map((role) => [role, permissionsOf(role).sort()]))).toEqual(
    Object.fromEntries(ROLES.map((role) => [role, [...ROLE_PERMISSIONS[role]].sort()])),
  );
});

test('a role is above every role listed after it, and not above itself', () => {
  expect(ROLES.filter((role) => isAbove(role, 'developer'))).toEqual(['owner', 'admin', 'manager']);
  expect(ROLES.filter((role) => isAbove('developer', role))).toEqual(['analyst', 'viewer']);
});

test('an invitation has no teams by default', () => {
  const invitation = { email: 'maya@example.com', role: 'viewer' };
  expect(parseInput(inviteMemberRequestSchema, invitation, 'body').teamIds).toEqual([]);
});
