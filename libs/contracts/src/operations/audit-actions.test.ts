import { expect, test } from '@jest/globals';
import { AUDIT_ACTIONS, auditActionOf, auditedResourceOf } from './audit-actions.ts';
import { OPERATIONS } from './table.ts';

test.each(OPERATIONS)('$name has a name in the audit log', (operation) => {
  expect(auditActionOf(operation)).toMatch(/^[a-z]+(_[a-z]+)*\.[a-z]+(_[a-z]+)*$/);
});

test('every name in the audit log is that of an operation', () => {
  expect(Object.keys(AUDIT_ACTIONS).sort()).toEqual(OPERATIONS.map(({ name }) => name).sort());
});

test('what is no operation has no name in the audit log', () => {
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
])('%j with %j is about %s', (operation, params, expected) => {
  expect(auditedResourceOf(operation, params)).toBe(expected);
});
