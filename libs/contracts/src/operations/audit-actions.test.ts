import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { AUDIT_ACTIONS, EFFECTS, auditActionOf, auditedResourceOf } from './audit-actions.ts';
import { OPERATIONS } from './table.ts';

test.each(OPERATIONS)('$name has a name in the audit log', (operation) => {
  expect(auditActionOf(operation)).toMatch(/^[a-z]+(_[a-z]+)*\.[a-z]+(_[a-z]+)*$/);
});

test('every name in the audit log is that of an operation', () => {
  expect(Object.keys(AUDIT_ACTIONS).sort()).toEqual(OPERATIONS.map(({ name }) => name).sort());
});

test('the page on the audit log has a row with every name, and no other', () => {
  const page = readFileSync(new URL('../../../../docs/audit.md', import.meta.url), 'utf8');
  const rows = [...page.matchAll(/^\| (\w+) +\| (`\1\..*) \|$/gm)].map(([, , names]) => String(names));
  const named = rows.flatMap((names) => [...names.matchAll(/`([\w.]+)`/g)].map(([, name]) => name));
  expect(named.sort()).toEqual([...new Set(Object.values(AUDIT_ACTIONS))].sort());
  expect(EFFECTS.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

test('an unknown operation has no name in the audit log', () => {
  expect(() => auditActionOf({ name: 'toString' })).toThrow('toString has no name in the audit log');
});

test.each([
  [{ name: 'deleteMemory', path: '/v1/memories/{id}' }, { id: 'mem_1' }, 'mem_1'],
  [{ name: 'createTeam', path: '/v1/organizations/{orgId}/teams' }, { orgId: 'org_1' }, null],
  [{ name: 'getOrganization', path: '/v1/organizations/{orgId}' }, { orgId: 'org_1' }, 'org_1'],
  [
    { name: 'getTeam', path: '/v1/organizations/{orgId}/teams/{teamId}' },
    { orgId: 'org_1', teamId: 'team_1' },
    'team_1',
  ],
  [
    { name: 'previewLifecyclePolicy', path: '/v1/organizations/{orgId}/lifecycle-policies/{policyId}/preview' },
    { orgId: 'org_1', policyId: 'lcp_1' },
    'lcp_1',
  ],
  [{ name: 'listApiKeys', path: '/v1/api-keys' }, {}, null],
  [{ name: 'revokeApiKey', path: '/v1/api-keys/{id}' }, { id: 'key_0Qz9AbCdEfGhIjKl' }, 'key_0Qz9AbCdEfGhIjKl'],
  [{ name: 'revokeApiKey', path: '/v1/api-keys/{id}' }, { id: `strata_live_0Qz9AbCdEfGhIjKl_${'x'.repeat(33)}` }, null],
  [{ name: 'getOrganization', path: '/v1/organizations/{orgId}' }, { orgId: `strata_inv_${'x'.repeat(43)}` }, null],
  [{ name: 'deleteMemory', path: '/v1/memories/{id}' }, { id: 'correct horse battery staple' }, null],
])('%j with %j is about %s', (operation, params, expected) => {
  expect(auditedResourceOf(operation, params)).toBe(expected);
});
