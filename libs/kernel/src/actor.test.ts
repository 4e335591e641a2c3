import { expect, test } from '@jest/globals';
import { isBy, writerOf, type Actor } from './actor.ts';

const user: Actor = { type: 'user', id: 'usr_1', scopes: ['read'] };
const ofUser: Actor = { type: 'api_key', id: 'key_1', ownerId: 'usr_1', scopes: ['read'] };
const ofTenant: Actor = { type: 'api_key', id: 'key_2', scopes: ['read'] };

test('a user is accountable for what their keys do, and a key of the tenant for itself', () => {
  expect([user, ofUser, ofTenant].map(writerOf)).toEqual([
    { actorId: 'usr_1', actorType: 'user', keyId: null },
    { actorId: 'usr_1', actorType: 'user', keyId: 'key_1' },
    { actorId: 'key_2', actorType: 'api_key', keyId: 'key_2' },
  ]);
});

test('what a key of a user did is by that user, and what an unknown writer did is by no one', () => {
  expect([user, ofUser, ofTenant].map((actor) => isBy(writerOf(ofUser), actor))).toEqual([true, true, false]);
  expect(isBy(writerOf(ofTenant), { ...user, id: 'key_2' })).toBe(false);
  expect(isBy(null, user)).toBe(false);
});
