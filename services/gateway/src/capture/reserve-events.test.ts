import { beforeEach, describe, expect, it } from '@jest/globals';
import { systemContext } from '@strata/kernel/actor';
import { unavailable } from '@strata/kernel/errors';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import { MemoryEventLedger } from '../adapters/memory-event-ledger.ts';
import { createReserveEvents, type Reservation } from './reserve-events.ts';

const scope: TenantScope = { tenantId: 'ten_1', environment: 'live' };
const at = new Date('2026-12-31T23:59:58.500Z');
const named = (...keys: string[]) => keys.map((eventId) => ({ eventId, fingerprint: 'a' }));

let now: number;
let limit: number | null;
let stored: number;
let isStoreAway: boolean;
let asked: string[];
let refused: number;
let reserveEvents: ReturnType<typeof createReserveEvents>;

beforeEach(() => {
  now = 0;
  limit = 10;
  stored = 0;
  isStoreAway = false;
  asked = [];
  refused = 0;
  reserveEvents = createReserveEvents({
    ledger: new MemoryEventLedger(
      async () => ({ found: [] }),
      () => now,
    ),
    monthlyEventsOf: async () => limit,
    readEventUsage: async (month, context) => {
      asked.push(`${context.scope.environment} ${month}`);
      if (isStoreAway) throw unavailable('The event store');
      return { month: stored };
    },
    onUsedUp: () => (refused += 1),
    now: () => now,
  });
});

const take = (unkeyed: number, claims = named(), when = at, of = scope): Promise<Reservation> =>
  reserveEvents({ claims, unkeyed, at: when }, systemContext(of, 'req_1'));

describe('the events of a month', () => {
  it('are those that the plan takes, and then no more until the next month in UTC begins', async () => {
    await take(10);
    await expect(take(1)).rejects.toMatchObject({
      code: 'rate_limited',
      retryAfterSeconds: 2,
      message: 'The plan takes 10 events a month, of which 0 are left, try again in 2 seconds',
    });
    expect(refused).toBe(1);
    await take(10, [], new Date('2027-01-01T00:00:00.000Z'));
  });

  it('begin with what is stored already', async () => {
    stored = 7;
    await expect(take(4)).rejects.toMatchObject({ message: expect.stringContaining('of which 3 are left') });
    await take(3);
    expect(asked).toEqual(['live 2026-12']);
  });

  it('are counted for each environment by itself', async () => {
    await take(10);
    await take(10, [], at, { ...scope, environment: 'test' });
    expect(asked).toEqual(['live 2026-12', 'test 2026-12']);
  });

  it('cost nothing when they were there before, also when the month is used up', async () => {
    await take(8, named('k1', 'k2'));
    expect((await take(0, named('k1', 'k2'))).fingerprints).toEqual(['a', 'a']);
    await expect(take(0, named('k3'))).rejects.toMatchObject({ code: 'rate_limited' });
    await expect(take(0, named('k1', 'k3'))).rejects.toMatchObject({ code: 'rate_limited' });
  });

  it('are given back when they could not be handed on', async () => {
    const { release } = await take(10);
    await release(4);
    await take(4);
    await expect(take(1)).rejects.toMatchObject({ code: 'rate_limited' });
  });

  it('have no end on an unlimited plan, where nobody counts', async () => {
    limit = null;
    for (let count = 0; count < 50; count += 1) await take(1000, named('k1'));
    expect(asked).toEqual([]);
  });

  it('may be none', async () => {
    limit = 0;
    await expect(take(1)).rejects.toMatchObject({ code: 'rate_limited' });
    await take(0);
  });
});

describe('the count', () => {
  it('is held against the event store once a minute while it is in use, and before anybody is refused', async () => {
    await take(1);
    now += 59_000;
    await take(1);
    expect(asked).toHaveLength(1);
    stored = 9;
    now += 1_000;
    await take(1);
    expect(asked).toHaveLength(2);
    await take(1);
    await expect(take(1)).rejects.toMatchObject({ code: 'rate_limited' });
    await expect(take(1)).rejects.toMatchObject({ code: 'rate_limited' });
    expect(asked).toHaveLength(2);
  });

  it('comes down to what is stored when what was charged for can no longer be on its way', async () => {
    await take(10);
    stored = 6;
    now += 9 * 60_000;
    await expect(take(1)).rejects.toMatchObject({ code: 'rate_limited' });
    now += 60_000;
    await take(4);
    await expect(take(1)).rejects.toMatchObject({ code: 'rate_limited' });
  });

  it('does not come down while the event store cannot say what is stored', async () => {
    await take(10);
    isStoreAway = true;
    now += 20 * 60_000;
    await expect(take(1)).rejects.toMatchObject({ code: 'rate_limited' });
  });

  it('begins at nothing while the event store is away, and is made good when it is back', async () => {
    stored = 9;
    isStoreAway = true;
    await take(1);
    isStoreAway = false;
    now += 5_000;
    await take(1);
    await expect(take(2)).rejects.toMatchObject({ code: 'rate_limited' });
  });
});
