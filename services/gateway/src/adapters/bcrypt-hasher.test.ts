import { afterEach, describe, expect, it, jest } from '@jest/globals';
import bcrypt from 'bcrypt';
import { createHash } from 'node:crypto';
import { createBcryptHasher } from './bcrypt-hasher.ts';

const COST = 6;
const PEPPER = 'pepper'.repeat(6);
const OTHER = 'another'.repeat(6);
const withCost = (cost: number) => createBcryptHasher({ pepper: PEPPER, cost });
const hasher = withCost(COST);
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
    const hash = await withCost(cost).hash(password, 'a');
    expect(await hasher.check(password, hash, 'a')).toEqual({ matches: true, isOutdated: cost !== COST });
    expect(await hasher.check('another password', hash, 'a')).toEqual({ matches: false, isOutdated: false });
  });

  it.each(['correct horse battery', 'x', `${'ä'.repeat(60)}a`])(
    'match a hash made before there was a pepper, which is outdated: %j',
    async (text) => {
      const input = Buffer.byteLength(text) <= 72 ? text : createHash('sha256').update(text).digest('base64');
      const earlier = await bcrypt.hash(input, COST);
      expect(await hasher.check(text, earlier, 'a')).toEqual({ matches: true, isOutdated: true });
      expect(await matches(`${text}b`, earlier)).toBe(false);
    },
  );

  it('match under no other pepper, so that a database alone is not enough to guess them', async () => {
    const hash = await hasher.hash(password, 'a');
    let unknown = 0;
    const other = createBcryptHasher({ pepper: OTHER, cost: COST, onUnknownPepper: () => (unknown += 1) });
    expect(await other.check(password, hash, 'a')).toEqual({ matches: false, isOutdated: false });
    expect(unknown).toBe(1);
    expect(hash).toMatch(/^p1\.[\w-]{8}\.\$2b\$06\$/);
    expect(await bcrypt.compare(password, hash.slice(hash.indexOf('$')))).toBe(false);
  });

  it('match under a previous pepper, and are then outdated', async () => {
    const hash = await hasher.hash(password, 'a');
    const rotated = createBcryptHasher({ pepper: OTHER, previous: [PEPPER], cost: COST });
    expect(await rotated.check(password, hash, 'a')).toEqual({ matches: true, isOutdated: true });
    expect(await rotated.check('another password', hash, 'a')).toEqual({ matches: false, isOutdated: false });
    expect(await rotated.check(password, await rotated.hash(password, 'a'), 'a')).toEqual({
      matches: true,
      isOutdated: false,
    });
  });

  describe('take the same work to check', () => {
    afterEach(() => {
      jest.restoreAllMocks();
    });

    const hashes: readonly [string, () => Promise<string | null>][] = [
      ['a current hash', () => hasher.hash(password, 'a')],
      ['a cheaper hash', () => withCost(4).hash(password, 'a')],
      ['a hash under an unknown pepper', () => createBcryptHasher({ pepper: OTHER, cost: 4 }).hash(password, 'a')],
      ['a hash without a pepper', () => bcrypt.hash(password, 4)],
      ['no hash', () => Promise.resolve(null)],
    ];
    it.each(hashes)('against %s', async (_, makeHash) => {
      const hash = await makeHash();
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
