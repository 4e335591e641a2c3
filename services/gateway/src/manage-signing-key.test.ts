import { expect, test } from '@jest/globals';
import { manageSigningKey } from './manage-signing-key.ts';

test('keys in JWT_PRIVATE_KEY are not rotated, also if JWT_SIGNING_KEY_FILE names a file that the gateway ignores', async () => {
  const env = { JWT_PRIVATE_KEY: 'a key', JWT_SIGNING_KEY_FILE: '/unused/keys.pem' };
  await expect(manageSigningKey([], env)).rejects.toThrow('the keys are in JWT_PRIVATE_KEY, not in a file');
});
