import { describe, expect, it } from '@jest/globals';
import { AnonymousLimits } from './limit-anonymous-clients.ts';
import type { WindowCount } from './window-counter.ts';

const RATE = 3;
const RESET_MS = 60_000;

function createFixture() {
  const counts = new Map<string, number>();
  const counted: string[] = [];
  const known = new Set<string>();
  const hits = { count: 0 };
  const open = (key: string): WindowCount => ({ count: counts.get(key) ?? 0, resetMs: RESET_MS });
  const limits = new AnonymousLimits({
    openCounter: () => ({
      add: async (key) => {
        counted.push(key);
        counts.set(key, (counts.get(key) ?? 0) + 1);
        return open(key);
      },
      read: async (key) => open(key),
      forget: async () => undefined,
    }),
    nameOf: (ip) => `the network of ${ip}`,
    rate: RATE,
    known,
    onHit: () => (hits.count += 1),
    clock: { now: () => new Date() },
  });
  const codes = async (times: number, ip = 'a') => {
    const seen: (string | undefined)[] = [];
    for (let time = 0; time < times; time += 1) seen.push((await limits.admit(ip)).rejection?.code);
    return seen;
  };
  return { limits, counted, hits, codes };
}

describe('Anonymous clients', () => {
  it('are admitted up to the rate of their address, then rejected', async () => {
    const { codes, hits } = createFixture();
    expect(await codes(5)).toEqual([undefined, undefined, undefined, 'rate_limited', 'rate_limited']);
    expect(await codes(1, 'b')).toEqual([undefined]);
    expect(hits.count).toBe(2);
  });

  it('are rejected without reading the window once it is used up', async () => {
    const { codes, counted } = createFixture();
    await codes(20);
    expect(counted).toEqual(['the network of a', 'the network of a', 'the network of a']);
  });

  it('can read what they have left without using it', async () => {
    const { limits, codes } = createFixture();
    await codes(1);
    for (let time = 0; time < 5; time += 1)
      expect((await limits.peek('a')).headers).toMatchObject({
        'X-RateLimit-Limit': '3',
        'X-RateLimit-Remaining': '2',
      });
    await codes(5);
    expect((await limits.peek('a')).rejection).toBeUndefined();
  });

  it('are rejected before their credential is checked once the window is used up', async () => {
    const { limits, codes } = createFixture();
    expect(limits.rejectUsedUp('a', 'Bearer x')).toBeUndefined();
    await codes(RATE);
    expect(limits.rejectUsedUp('a', 'Bearer x')?.rejection?.code).toBe('rate_limited');
    expect(limits.rejectUsedUp('a', undefined)?.rejection?.code).toBe('rate_limited');
    expect(limits.rejectUsedUp('b', 'Bearer x')).toBeUndefined();
  });

  it('do not block a client at the same address whose credential was valid recently', async () => {
    const { limits, codes } = createFixture();
    limits.recordValid('Bearer valid');
    await codes(RATE + 1);
    expect(limits.rejectUsedUp('a', 'Bearer valid')).toBeUndefined();
    expect(limits.rejectUsedUp('a', 'Bearer other')).toBeDefined();
  });
});
