import { describe, expect, it } from '@jest/globals';
import { admissionOf, isOver, tighterOf, type WindowUse } from './admission.ts';

const NOW = new Date('2026-03-04T05:06:07.200Z');
const seconds = Math.floor(NOW.getTime() / 1000);
const free: WindowUse = { limit: 'key', allowance: { rate: 60, burst: 10 }, count: 1, resetMs: 60_000 };

describe('A window', () => {
  it('admits the rate and the burst, and no more', () => {
    expect([59, 60, 69, 70].map((count) => isOver({ ...free, count }))).toEqual([false, false, false, false]);
    expect([71, 72, 1000].map((count) => isOver({ ...free, count }))).toEqual([true, true, true]);
    expect(isOver({ ...free, allowance: { rate: 1, burst: 0 }, count: 2 })).toBe(true);
  });

  it.each([
    [1, '59'],
    [60, '0'],
    [65, '0'],
    [400, '0'],
  ])('reports for a count of %d what is left of the rate, without the burst', (count, remaining) => {
    expect(admissionOf({ ...free, count }, NOW).headers).toMatchObject({
      'X-RateLimit-Limit': '60',
      'X-RateLimit-Remaining': remaining,
    });
  });

  it('reports when it closes, rounded up to seconds', () => {
    const resetOf = (resetMs: number) => admissionOf({ ...free, resetMs }, NOW).headers['X-RateLimit-Reset'];
    expect([resetOf(800), resetOf(801), resetOf(60_000)]).toEqual([seconds + 1, seconds + 2, seconds + 61].map(String));
  });

  it('that is not open reports when it would close', () => {
    const { headers, rejection } = admissionOf({ ...free, count: 0, resetMs: 0 }, NOW);
    expect([headers['X-RateLimit-Remaining'], headers['X-RateLimit-Reset']]).toEqual(['60', String(seconds + 61)]);
    expect(rejection).toBeUndefined();
  });

  it.each([
    [11_001, 12, 'try again in 12 seconds'],
    [1, 1, 'try again in 1 second'],
    [0, 1, 'try again in 1 second'],
  ])(
    'that closes in %d ms rejects requests for %d seconds, in header and message',
    (resetMs, retryAfterSeconds, words) => {
      const { rejection } = admissionOf({ ...free, count: 71, resetMs }, NOW);
      expect(rejection).toMatchObject({ code: 'rate_limited', status: 429, retryAfterSeconds });
      expect(rejection?.message).toMatch(new RegExp(`${words}$`));
    },
  );
});

describe('Of two windows', () => {
  const tenant: WindowUse = { ...free, limit: 'tenant', allowance: { rate: 600, burst: 100 } };

  it('the one with less left is the tighter', () => {
    expect(tighterOf(free, tenant).limit).toBe('key');
    expect(tighterOf(free, { ...tenant, count: 690 }).limit).toBe('tenant');
  });

  it('the first is the tighter if both have the same left', () => {
    expect(tighterOf(free, { ...free, limit: 'tenant' }).limit).toBe('key');
  });
});
