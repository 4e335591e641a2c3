import { describe, expect, it } from '@jest/globals';
import { newApiKey, readApiKey } from './key-format.ts';

describe('API keys', () => {
  it.each(['live', 'test'] as const)('name themselves: %s', (environment) => {
    const { key, ...name } = newApiKey(environment);
    expect(key).toMatch(new RegExp(`^strata_${environment}_[0-9A-Za-z]{16}_[0-9A-Za-z]{33}$`));
    expect(key.startsWith(`${name.prefix}_`)).toBe(true);
    expect(readApiKey(key)).toEqual(name);
  });

  it('are refused when any one character is wrong', () => {
    const { key } = newApiKey('live');
    for (let at = 'strata_live_'.length; at < key.length; at += 1) {
      const wrong = key.slice(0, at) + (key[at] === 'x' ? 'y' : 'x') + key.slice(at + 1);
      expect(readApiKey(wrong)).toBeUndefined();
    }
  });

  it('are refused under another environment', () => {
    expect(readApiKey(newApiKey('test').key.replace('test', 'live'))).toBeUndefined();
  });

  it.each(['', 'strata_live__', 'sk_live_x', `${newApiKey('live').key}\n`, `x${newApiKey('live').key}`])(
    'are nothing else: %j',
    (text) => {
      expect(readApiKey(text)).toBeUndefined();
    },
  );

  it('do not repeat', () => {
    expect(new Set(Array.from({ length: 1000 }, () => newApiKey('live').id)).size).toBe(1000);
  });
});
