import { afterEach, describe, expect, it, jest } from '@jest/globals';
import bcrypt from 'bcrypt';
import { createBcryptHasher } from './bcrypt-hasher.ts';

const COST = 6;
const hasher = createBcryptHasher(COST);
const password = 'correct horse battery';
const matches = async (text: string, hash: string | null) => (await hasher.check(text, hash, 'a')).matches;

describe('Passwords hashed with bcrypt', () => {
  it('match only their own hash', async () => {
    const hash = await hasher.hash(password, 'a');
    expect(await matches(password, hash)).toBe(true);
    expect(await matches('correct horse batteru', hash)).toBe(false);
  });

  it('count to the last byte, beyond the 72 bytes that bcrypt reads', async () => {
    const long = 'ä'.repeat(60);
    const hash = await hasher.hash(`${long}a`, 'a');
    expect(await matches(`${long}a`, hash)).toBe(true);
    expect(await matches(`${long}b`, hash)).toBe(false);
  });

  it('never match without a hash', async () => {
    expect(await hasher.check('anything at all', null, 'a')).toEqual({ matches: false, isOutdated: false });
  });

  it.each([4, COST, 7])('are outdated if they match a hash of a cost other than the current one: %d', async (cost) => {
    const hash = await createBcryptHasher(cost).hash(password, 'a');
    expect(await hasher.check(password, hash, 'a')).toEqual({ matches: true, isOutdated: cost !== COST });
    expect(await hasher.check('another password', hash, 'a')).toEqual({ matches: false, isOutdated: false });
  });

  describe('take the same work to check', () => {
    afterEach(() => {
      jest.restoreAllMocks();
    });

    it.each([
      ['a current hash', COST],
      ['a cheaper hash', 4],
      ['no hash', null],
    ])('against %s', async (_, cost) => {
      const hash = cost === null ? null : await createBcryptHasher(cost).hash(password, 'a');
      const compare = jest.spyOn(bcrypt, 'compare');
      await hasher.check('not the password', hash, 'a');
      const rounds = compare.mock.calls.reduce((sum, [, known]) => sum + 2 ** bcrypt.getRounds(known), 0);
      expect(rounds).toBe(2 ** COST);
    });
  });

  it('are rejected while too many wait', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 60 }, () => hasher.hash(password, 'a')));
    const rejected = outcomes.filter(({ status }) => status === 'rejected');
    expect(rejected).toHaveLength(60 - 42);
    for (const outcome of rejected)
      expect(outcome).toMatchObject({ reason: { code: 'unavailable', retryAfterSeconds: 3 } });
  });
});
