import { describe, expect, it } from '@jest/globals';
import { may } from './may.ts';
import type { Session } from './session.ts';

const session = (scopes: Session['scopes']): Session => ({
  user: { id: 'usr_1', email: null, name: null, hasPassword: true },
  tenant: { id: 'ten_1', name: 'Example', plan: 'free' },
  organizations: null,
  scopes,
  isTenantAdmin: false,
  csrfToken: '',
  expiresAt: '2026-01-01T00:00:00.000Z',
  operations: {
    listMemories: { scope: 'read', permission: null },
    deleteMemory: { scope: 'admin', permission: null },
    createPolicy: { scope: 'write', permission: 'policy:create' },
  },
  rolePermissions: { owner: ['policy:create'], admin: [], manager: [], developer: [], analyst: [], viewer: [] },
});

describe('A page leaves out what would be refused', () => {
  it('for want of a key scope; admin includes the others', () => {
    expect(may(session(['read']), 'listMemories')).toBe(true);
    expect(may(session(['read']), 'deleteMemory')).toBe(false);
    expect(may(session(['admin']), 'listMemories')).toBe(true);
  });

  it('for want of a permission in the organization', () => {
    const writer = session(['read', 'write']);
    expect(may(writer, 'createPolicy', { role: 'owner' })).toBe(true);
    expect(may(writer, 'createPolicy', { role: 'viewer' })).toBe(false);
    expect(may(session(['read']), 'createPolicy', { role: 'owner' })).toBe(false);
  });
});
