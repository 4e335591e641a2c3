import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { silentLogger } from '@strata/testkit/test-logger';
import { generateKeyPairSync } from 'node:crypto';
import type { KeysById } from './fetch-issuer-keys.ts';
import { IssuerKeys } from './issuer-keys.ts';

const key = { key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey, algorithms: ['ES256'] as const };
const SECOND = 1000;
const MINUTE = 60 * SECOND;

describe('The keys of an issuer', () => {
  let now: number;
  let published: string[];
  let isDown: boolean;
  const fetchKeys = jest.fn(async (): Promise<KeysById> => {
    if (isDown) throw new Error('down');
    return new Map(published.map((kid) => [kid, key]));
  });
  let keys: IssuerKeys;
  beforeEach(() => {
    now = Date.parse('2026-05-08T09:00:00Z');
    published = ['a'];
    isDown = false;
    fetchKeys.mockClear();
    const clock = { now: () => new Date(now) };
    keys = new IssuerKeys({ issuer: 'https://issuer.example', fetchKeys, clock, logger: silentLogger });
  });

  it('are fetched once for concurrent callers, and cached', async () => {
    expect(await Promise.all(Array.from({ length: 10 }, () => keys.find('a')))).toEqual(Array(10).fill(key));
    now += 9 * MINUTE;
    expect(await keys.find('a')).toBe(key);
    expect(fetchKeys).toHaveBeenCalledTimes(1);
  });

  it('are fetched again when they are old', async () => {
    await keys.find('a');
    published = ['b'];
    now += 11 * MINUTE;
    expect(await keys.find('a')).toBeUndefined();
    expect(await keys.find('b')).toBe(key);
    expect(fetchKeys).toHaveBeenCalledTimes(2);
  });

  it('are fetched at once for an unknown id, and for the same one again only after ten seconds', async () => {
    await keys.find('a');
    expect([await keys.find('b'), await keys.find('b')]).toEqual([undefined, undefined]);
    expect(fetchKeys).toHaveBeenCalledTimes(2);
    published.push('b');
    now += 10 * SECOND;
    expect(await keys.find('b')).toBe(key);
    expect(fetchKeys).toHaveBeenCalledTimes(3);
  });

  it('are fetched at most ten times a minute, with a burst of five, for any number of made-up ids', async () => {
    for (let id = 0; id < 100; id += 1) expect(await keys.find(`made-up-${id}`)).toBeUndefined();
    expect(fetchKeys).toHaveBeenCalledTimes(5);
    for (let second = 0; second < 60; second += 1) {
      now += SECOND;
      for (let id = 0; id < 10; id += 1) await keys.find(`made-up-${second}-${id}`);
    }
    expect(fetchKeys).toHaveBeenCalledTimes(15);
  });

  it('include a new key within six seconds, in spite of made-up ids', async () => {
    for (let id = 0; id < 100; id += 1) await keys.find(`made-up-${id}`);
    published = ['a', 'b'];
    expect(await keys.find('b')).toBeUndefined();
    now += 6 * SECOND;
    await keys.find('made-up');
    expect(await keys.find('b')).toBe(key);
  });

  it('are fetched again for a caller whose key was missing from a fetch that was already running', async () => {
    let respond: (found: KeysById) => void = () => undefined;
    fetchKeys.mockImplementationOnce(() => new Promise((resolve) => (respond = resolve)));
    const early = keys.find('a');
    const late = keys.find('b');
    published = ['a', 'b'];
    respond(new Map([['a', key]]));
    expect([await early, await late]).toEqual([key, key]);
  });

  it('are used for a day while the issuer is down; an unknown id is unavailable, not rejected', async () => {
    await keys.find('a');
    isDown = true;
    await expect(keys.find('b')).rejects.toMatchObject({ code: 'unavailable' });
    for (const later of [0, 11 * MINUTE, 23 * 60 * MINUTE]) {
      now += later;
      expect(await keys.find('a')).toBe(key);
    }
    now += 60 * MINUTE;
    await expect(keys.find('a')).rejects.toMatchObject({ code: 'unavailable' });
    isDown = false;
    now += MINUTE;
    expect(await keys.find('a')).toBe(key);
  });

  it('are returned without waiting while the issuer is known to be down', async () => {
    await keys.find('a');
    isDown = true;
    now += 11 * MINUTE;
    expect(await keys.find('a')).toBe(key);
    fetchKeys.mockImplementationOnce(() => new Promise(() => undefined));
    expect(await keys.find('a')).toBe(key);
    expect(fetchKeys).toHaveBeenCalledTimes(3);
  });
});
