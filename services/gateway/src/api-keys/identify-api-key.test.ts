import { describe, expect, it, jest } from '@jest/globals';
import type { Scope } from '@strata/kernel/actor';
import { EVERY_SCOPE } from '../credentials/scopes-of-roles.ts';
import type { StoredApiKey } from './api-key-store.ts';
import { createKeyHasher } from './hash-key.ts';
import { createIdentifyApiKey } from './identify-api-key.ts';
import { newApiKey } from './key-format.ts';

const now = new Date('2026-05-08T09:00:00Z');
const hasher = createKeyHasher('pepper');
const { id, key } = newApiKey('live');
const stored: StoredApiKey = {
  id,
  tenantId: 'ten_a',
  environment: 'live',
  name: 'Ferry',
  scopes: ['read'],
  agentId: null,
  secretHash: hasher.hash(key),
  owner: 'user',
  createdBy: 'usr_1',
  createdAt: now,
  expiresAt: null,
  lastUsedAt: null,
  revokedAt: null,
  requestsPerMinute: 7,
};

describe('An API key', () => {
  const recordUse = jest.fn<(keyId: string, at: Date) => void>();
  const identify = (change: Partial<StoredApiKey> = {}, scopesOfUser: readonly Scope[] | undefined = EVERY_SCOPE) =>
    createIdentifyApiKey({
      rightsOfOwner: async ({ userId }) =>
        userId === 'usr_1' && scopesOfUser.length > 0 ? { scopes: scopesOfUser } : undefined,
      find: async (keyId) => (keyId === id ? { ...stored, ...change } : undefined),
      hasher,
      recordUse,
      renewHash: () => undefined,
      clock: { now: () => now },
    })(key);

  it('authenticates a caller with its scopes and its own rate', async () => {
    expect(await identify({ expiresAt: new Date(now.getTime() + 1) })).toEqual({
      scope: { tenantId: 'ten_a', environment: 'live' },
      actor: { type: 'api_key', id, scopes: ['read'], ownerId: 'usr_1' },
      ownRate: 7,
    });
    expect(recordUse).toHaveBeenCalledWith(id, now);
  });

  it.each<[Scope[], Scope[], Scope[]]>([
    [['admin'], ['read'], ['read']],
    [['read', 'write'], ['read'], ['read']],
    [['write'], ['read'], []],
    [['admin'], [...EVERY_SCOPE], ['admin']],
  ])('with the scopes %j of a user who has %j has %j', async (scopes, ofUser, expected) => {
    expect((await identify({ scopes }, ofUser))?.actor.scopes).toEqual(expected);
  });

  it('of a user who may not enter the tenant is rejected, and counts as not used', async () => {
    recordUse.mockClear();
    expect(await identify({}, [])).toBeUndefined();
    expect(recordUse).not.toHaveBeenCalled();
  });

  it('of the tenant has no user behind it', async () => {
    const caller = await identify({ owner: 'tenant', scopes: ['admin'] }, []);
    expect(caller?.actor).toEqual({ type: 'api_key', id, scopes: ['admin'] });
  });

  it('is rejected with the time of its expiry once it has expired', async () => {
    recordUse.mockClear();
    await expect(identify({ expiresAt: now })).rejects.toMatchObject({
      code: 'unauthorized',
      message: 'The API key expired at 2026-05-08T09:00:00.000Z',
    });
    expect(recordUse).not.toHaveBeenCalled();
  });

  it.each<[string, Partial<StoredApiKey>]>([
    ['with another secret', { secretHash: hasher.hash('another') }],
    ['that is revoked', { revokedAt: now }],
  ])('%s is rejected without a reason, even if it has expired', async (_, change) => {
    expect(await identify({ ...change, expiresAt: now })).toBeUndefined();
  });
});
