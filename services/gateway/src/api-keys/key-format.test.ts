import { describe, expect, it } from '@jest/globals';
import { newApiKey, readApiKey } from './key-format.ts';

describe('An API key', () => {
  it.each(['live', 'test'] as const)('shows its id and environment: %s', (environment) => {
    const { key, ...name } = newApiKey(environment);
    expect(key).toMatch(new RegExp(`^strata_${environment}_[0-9A-Za-z]{16}_[0-9A-Za-z]{33}$`));
    expect(key.startsWith(`${name.prefix}_`)).toBe(true);
    expect(readApiKey(key)).toEqual(name);
  });

  it('is rejected if any character is wrong', () => {
    const { key } = newApiKey('live');
    for (let at = 'strata_live_'.length; at < key.length; at += 1) {
      const wrong = key.slice(0, at) + (key[at] === 'x' ? 'y' : 'x') + key.slice(at + 1);
      expect(readApiKey(wrong)).toBeUndefined();
    }
  });

  it('is rejected with another environment', () => {
    expect(readApiKey(newApiKey('test').key.replace('test', 'live'))).toBeUndefined();
  });

  it.each(['', 'strata_live__', 'sk_live_x', `${newApiKey('live').key}\n`, `x${newApiKey('live').key}`])(
    'is not found in another text: %j',
    (text) => {
      expect(readApiKey(text)).toBeUndefined();
    },
  );

  it('has a unique id', () => {
    expect(new Set(Array.from({ length: 1000 }, () => newApiKey('live').id)).size).toBe(1000);
  });
});
