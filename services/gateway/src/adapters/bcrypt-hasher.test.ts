import { describe, expect, it } from '@jest/globals';
import { createBcryptHasher } from './bcrypt-hasher.ts';

const hasher = createBcryptHasher(4);

describe('bcrypt passwords', () => {
  it('match their own hash alone', async () => {
    const hash = await hasher.hash('correct horse battery');
    expect(await hasher.matches('correct horse battery', hash)).toBe(true);
    expect(await hasher.matches('correct horse batteru', hash)).toBe(false);
  });

  it('count to the last byte, beyond the 72 that bcrypt reads', async () => {
    const long = 'ä'.repeat(60);
    const hash = await hasher.hash(`${long}a`);
    expect(await hasher.matches(`${long}a`, hash)).toBe(true);
    expect(await hasher.matches(`${long}b`, hash)).toBe(false);
  });

  it('never match where there is no hash', async () => {
    expect(await hasher.matches('anything at all', null)).toBe(false);
  });
});
