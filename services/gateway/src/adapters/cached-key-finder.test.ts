import { beforeEach, describe, expect, it } from '@jest/globals';
import type { StoredApiKey } from '../api-keys/api-key-store.ts';
import { CachedKeyFinder } from './cached-key-finder.ts';

const TTL_MS = 800;
const keyNamed = (id: string): StoredApiKey => ({ id }) as StoredApiKey;

/** Look-ups that have begun and wait for the test to answer them, oldest first. */
interface LookUp {
  readonly id: string;
  answer(key: StoredApiKey | undefined): Promise<void>;
  fail(error: Error): Promise<void>;
}
let lookUps: LookUp[];
let now: number;
let finder: CachedKeyFinder;

beforeEach(() => {
  lookUps = [];
  now = 0;
  finder = new CachedKeyFinder(
    (id) =>
      new Promise((resolve, reject) => {
        const settled = () => new Promise<void>((done) => setImmediate(done));
        lookUps.push({
          id,
          answer: (key) => (resolve(key), settled()),
          fail: (error) => (reject(error), settled()),
        });
      }),
    () => now,
  );
});

describe('CachedKeyFinder', () => {
  it('looks a key up once for all who ask at the same time, and remembers it', async () => {
    const asking = Promise.all(Array.from({ length: 10 }, () => finder.find('key_a')));
    await lookUps[0]?.answer(keyNamed('key_a'));
    expect(new Set(await asking)).toEqual(new Set([keyNamed('key_a')]));
    expect(await finder.find('key_a')).toEqual(keyNamed('key_a'));
    expect(lookUps.map(({ id }) => id)).toEqual(['key_a']);
  });

  it('remembers that an id names no key, for no longer than a key', async () => {
    const asking = finder.find('key_a');
    await lookUps[0]?.answer(undefined);
    expect([await asking, await finder.find('key_a')]).toEqual([undefined, undefined]);
    now = TTL_MS;
    const created = finder.find('key_a');
    await lookUps[1]?.answer(keyNamed('key_a'));
    expect(await created).toEqual(keyNamed('key_a'));
  });

  it('counts the time from the beginning of the look-up: nothing older is ever told', async () => {
    const asking = finder.find('key_a');
    now = TTL_MS - 1;
    await lookUps[0]?.answer(keyNamed('slow'));
    await asking;
    expect(await finder.find('key_a')).toEqual(keyNamed('slow'));
    now = TTL_MS;
    void finder.find('key_a');
    expect(lookUps).toHaveLength(2);
  });

  it('makes nobody wait for a look-up that began too long ago', async () => {
    const early = finder.find('key_a');
    now = TTL_MS;
    const late = finder.find('key_a');
    await lookUps[1]?.answer(keyNamed('new'));
    expect(await late).toEqual(keyNamed('new'));
    await lookUps[0]?.answer(keyNamed('old'));
    await early;
    expect(await finder.find('key_a')).toEqual(keyNamed('new'));
  });

  it('forgets a key, also for those who wait for a look-up that is under way: it is looked up again', async () => {
    const asking = finder.find('key_a');
    finder.forget('key_a');
    await lookUps[0]?.answer(keyNamed('before it was revoked'));
    await lookUps[1]?.answer(undefined);
    expect(await asking).toBeUndefined();
    expect(await finder.find('key_a')).toBeUndefined();
    expect(lookUps).toHaveLength(2);
  });

  it('does not remember a failure', async () => {
    const asking = finder.find('key_a');
    await Promise.all([expect(asking).rejects.toThrow('down'), lookUps[0]?.fail(new Error('down'))]);
    const again = finder.find('key_a');
    await lookUps[1]?.answer(keyNamed('key_a'));
    expect(await again).toEqual(keyNamed('key_a'));
  });
});
