import { describe, expect, it } from '@jest/globals';
import { AnonymousLimits, type AnonymousLimitsParts } from './limit-anonymous-clients.ts';
import type { WindowCount } from './window-counter.ts';

const RATE = 3;
const RESET_MS = 60_000;

function anonymousClients(more: Partial<AnonymousLimitsParts> = {}) {
  const counts = new Map<string, number>();
  const asked: string[] = [];
  const known = new Set<string>();
  const hits = { count: 0 };
  const open = (key: string): WindowCount => ({ count: counts.get(key) ?? 0, resetMs: RESET_MS });
  const limits = new AnonymousLimits({
    openCounter: () => ({
      add: async (key) => {
        asked.push(key);
        counts.set(key, (counts.get(key) ?? 0) + 1);
        return open(key);
      },
      read: async (key) => open(key),
      forget: async () => undefined,
    }),
    nameOf: (ip) => `the house of ${ip}`,
    rate: RATE,
    known,
    onHit: () => (hits.count += 1),
    clock: { now: () => new Date() },
    ...more,
  });
  const codes = async (times: number, ip = 'a') => {
    const seen: (string | undefined)[] = [];
    for (let time = 0; time < times; time += 1) seen.push((await limits.admit(ip)).rejection?.code);
    return seen;
  };
  return { limits, asked, known, hits, codes };
}

describe('Callers without a valid credential', () => {
  it('are let through up to the rate of their address, then refused', async () => {
    const { codes, hits } = anonymousClients();
    expect(await codes(5)).toEqual([undefined, undefined, undefined, 'rate_limited', 'rate_limited']);
    expect(await codes(1, 'b')).toEqual([undefined]);
    expect(hits.count).toBe(2);
  });

  it('are refused without a look at the window once it is used up', async () => {
    const { codes, asked } = anonymousClients();
    await codes(20);
    expect(asked).toEqual(['the house of a', 'the house of a', 'the house of a']);
  });

  it('see what they have left, which looking does not change', async () => {
    const { limits, codes } = anonymousClients();
    await codes(1);
    for (let time = 0; time < 5; time += 1)
      expect((await limits.peek('a')).headers).toMatchObject({
        'X-RateLimit-Limit': '3',
        'X-RateLimit-Remaining': '2',
      });
    await codes(5);
    expect((await limits.peek('a')).rejection).toBeUndefined();
  });

  it('are held back before their credential is looked at, once the window is used up', async () => {
    const { limits, codes } = anonymousClients();
    expect(limits.rejectUsedUp('a', 'Bearer x')).toBeUndefined();
    await codes(RATE);
    expect(limits.rejectUsedUp('a', 'Bearer x')?.rejection?.code).toBe('rate_limited');
    expect(limits.rejectUsedUp('a', undefined)?.rejection?.code).toBe('rate_limited');
    expect(limits.rejectUsedUp('b', 'Bearer x')).toBeUndefined();
  });

  it('do not hold back who shares their address and had a good credential lately', async () => {
    const { limits, codes } = anonymousClients();
    limits.recordValid('Bearer good');
    await codes(RATE + 1);
    expect(limits.rejectUsedUp('a', 'Bearer good')).toBeUndefined();
    expect(limits.rejectUsedUp('a', 'Bearer other')).toBeDefined();
  });
});
