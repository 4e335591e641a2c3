import { describe, expect, it, jest } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import type { StoredApiKey } from '../api-keys/api-key-store.ts';
import { CachedKeyFinder } from './cached-key-finder.ts';

const keyNamed = (id: string): StoredApiKey => ({ id }) as StoredApiKey;

describe('CachedKeyFinder', () => {
  it('looks a key up once for all who ask at the same time, and remembers it', async () => {
    const find = jest.fn((id: string) => Promise.resolve<StoredApiKey | undefined>(keyNamed(id)));
    const finder = new CachedKeyFinder(find);
    await Promise.all(Array.from({ length: 10 }, () => finder.find('key_a')));
    expect(await finder.find('key_a')).toEqual(keyNamed('key_a'));
    expect(find).toHaveBeenCalledTimes(1);
  });

  it('remembers that an id names no key', async () => {
    const find = jest.fn(() => Promise.resolve<StoredApiKey | undefined>(undefined));
    const finder = new CachedKeyFinder(find);
    expect([await finder.find('key_a'), await finder.find('key_a')]).toEqual([undefined, undefined]);
    expect(find).toHaveBeenCalledTimes(1);
  });

  it('forgets a key, also one whose look-up is under way', async () => {
    let answer: (key: StoredApiKey) => void = () => undefined;
    const find = jest.fn(() => new Promise<StoredApiKey | undefined>((resolve) => (answer = resolve)));
    const finder = new CachedKeyFinder(find);
    const early = finder.find('key_a').catch(() => undefined);
    finder.forget('key_a');
    answer(keyNamed('old'));
    await early;
    const late = finder.find('key_a');
    answer(keyNamed('new'));
    expect(await late).toEqual(keyNamed('new'));
  });

  it('lets what it remembers run out', async () => {
    const find = jest.fn((id: string) => Promise.resolve<StoredApiKey | undefined>(keyNamed(id)));
    const finder = new CachedKeyFinder(find, 1);
    await finder.find('key_a');
    await delay(20);
    await finder.find('key_a');
    expect(find).toHaveBeenCalledTimes(2);
  });

  it('does not remember a failure', async () => {
    const find = jest
      .fn<(id: string) => Promise<StoredApiKey | undefined>>()
      .mockRejectedValueOnce(new Error('down'))
      .mockResolvedValue(keyNamed('key_a'));
    const finder = new CachedKeyFinder(find);
    await expect(finder.find('key_a')).rejects.toThrow('down');
    expect(await finder.find('key_a')).toEqual(keyNamed('key_a'));
  });
});
