import { beforeEach, describe, expect, it } from '@jest/globals';
import { RecentLookups } from './recent-lookups.ts';

const TTL_MS = 800;
/** lru-cache takes an entry from time 0 for one that never expires. */
const START = 1;

/** A lookup that waits for the test to settle it. */
interface PendingLookup {
  readonly key: string;
  resolve(value: string | undefined): Promise<void>;
  reject(error: Error): Promise<void>;
}
/** Oldest first. */
let pending: PendingLookup[];
let now: number;
let lookups: RecentLookups<string | undefined>;

const settled = () => new Promise<void>((done) => setImmediate(done));
const get = (key = 'a') =>
  lookups.get(
    key,
    () =>
      new Promise((resolve, reject) => {
        pending.push({
          key,
          resolve: (value) => (resolve(value), settled()),
          reject: (error) => (reject(error), settled()),
        });
      }),
  );

beforeEach(() => {
  pending = [];
  now = START;
  lookups = new RecentLookups(TTL_MS, () => now);
});

describe('A cache of recent lookups', () => {
  it('looks a value up once for all concurrent callers, and caches it', async () => {
    const values = Promise.all(Array.from({ length: 10 }, () => get()));
    await pending[0]?.resolve('yes');
    expect(new Set(await values)).toEqual(new Set(['yes']));
    expect(await get()).toBe('yes');
    expect(pending).toHaveLength(1);
  });

  it('keeps keys apart', async () => {
    const [one, other] = [get('a'), get('b')];
    expect(pending.map(({ key }) => key)).toEqual(['a', 'b']);
    await pending[1]?.resolve('of b');
    await pending[0]?.resolve('of a');
    expect([await one, await other]).toEqual(['of a', 'of b']);
  });

  it('caches the absence of a value for as long as a value', async () => {
    const missing = get();
    await pending[0]?.resolve(undefined);
    expect([await missing, await get()]).toEqual([undefined, undefined]);
    now = START + TTL_MS + 1;
    const created = get();
    await pending[1]?.resolve('there');
    expect(await created).toBe('there');
  });

  it('counts the age of a value from the start of its lookup', async () => {
    const value = get();
    now = START + TTL_MS - 1;
    await pending[0]?.resolve('slow');
    await value;
    expect(await get()).toBe('slow');
    now = START + TTL_MS + 1;
    void get();
    expect(pending).toHaveLength(2);
  });

  it('lets no caller wait for a lookup that started too long ago', async () => {
    const early = get();
    now = START + TTL_MS + 1;
    const late = get();
    await pending[1]?.resolve('new');
    expect(await late).toBe('new');
    await pending[0]?.resolve('old');
    expect(await early).toBe('old');
    expect(await get()).toBe('new');
  });

  it('forgets a lookup that is under way: its callers get the value of a later one', async () => {
    const early = get();
    lookups.forget('a');
    const late = get();
    await pending[0]?.resolve('before the change');
    await pending[1]?.resolve('after it');
    expect([await early, await late, await get()]).toEqual(['after it', 'after it', 'after it']);
    expect(pending).toHaveLength(2);
  });

  it('forgets a lookup that is under way for longer than values are cached', async () => {
    const early = get();
    now = START + TTL_MS + 1;
    lookups.forget('a');
    await pending[0]?.resolve('before the change');
    await pending[1]?.resolve('after it');
    expect(await early).toBe('after it');
  });

  it('does not cache a failure', async () => {
    const failed = get();
    await Promise.all([expect(failed).rejects.toThrow('down'), pending[0]?.reject(new Error('down'))]);
    const again = get();
    await pending[1]?.resolve('yes');
    expect(await again).toBe('yes');
  });
});
