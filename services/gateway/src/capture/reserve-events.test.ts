import { beforeEach, describe, expect, it } from '@jest/globals';
import { systemContext, type Actor } from '@strata/kernel/actor';
import { unavailable } from '@strata/kernel/errors';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import { MemoryEventLedger } from '../adapters/memory-event-ledger.ts';
import { createReserveEvents, type Reservation } from './reserve-events.ts';

const scope: TenantScope = { tenantId: 'ten_1', environment: 'live' };
const at = new Date('2026-12-31T23:59:58.500Z');
const keyed = (...keys: string[]) => keys.map((eventId) => ({ eventId, fingerprint: 'a' }));

let now: number;
let limit: number | null;
let stored: number;
let isStoreDown: boolean;
let reads: string[];
let readers: Set<string>;
let rejected: number;
let reserveEvents: ReturnType<typeof createReserveEvents>;

beforeEach(() => {
  now = 0;
  limit = 10;
  stored = 0;
  isStoreDown = false;
  reads = [];
  readers = new Set();
  rejected = 0;
  reserveEvents = createReserveEvents({
    ledger: new MemoryEventLedger(
      async () => ({ found: [] }),
      () => now,
    ),
    monthlyEventsOf: async () => limit,
    readEventUsage: async (month, context) => {
      reads.push(`${context.scope.environment} ${month}`);
      readers.add(context.actor.type);
      if (isStoreDown) throw unavailable('The event store');
      return { month: stored };
    },
    onUsedUp: () => (rejected += 1),
    now: () => now,
  });
});

const reserve = (unkeyed: number, claims = keyed(), when = at, of = scope): Promise<Reservation> =>
  reserveEvents({ claims, unkeyed, at: when }, systemContext(of, 'req_1'));

describe('The quota of a month', () => {
  it('admits the events of the plan, and no more until the next month in UTC begins', async () => {
    await reserve(10);
    await expect(reserve(1)).rejects.toMatchObject({
      code: 'rate_limited',
      retryAfterSeconds: 2,
      message: 'The plan takes 10 events a month, of which 0 are left, try again in 2 seconds',
    });
    expect(rejected).toBe(1);
    await reserve(10, [], new Date('2027-01-01T00:00:00.000Z'));
  });

  it('counts every event of the tenant, also those that are hidden from the caller', async () => {
    const caller: Actor = { type: 'api_key', id: 'key_1', scopes: ['write'] };
    await reserveEvents({ claims: [], unkeyed: 1, at }, { ...systemContext(scope, 'req_1'), actor: caller });
    expect([...readers]).toEqual(['system']);
  });

  it('starts with the stored events', async () => {
    stored = 7;
    await expect(reserve(4)).rejects.toMatchObject({ message: expect.stringContaining('of which 3 are left') });
    await reserve(3);
    expect(reads).toEqual(['live 2026-12']);
  });

  it('is separate for each environment', async () => {
    await reserve(10);
    await reserve(10, [], at, { ...scope, environment: 'test' });
    expect(reads).toEqual(['live 2026-12', 'test 2026-12']);
  });

  it('is not charged for known events, even when it is used up', async () => {
    await reserve(8, keyed('k1', 'k2'));
    expect((await reserve(0, keyed('k1', 'k2'))).fingerprints).toEqual(['a', 'a']);
    await expect(reserve(0, keyed('k3'))).rejects.toMatchObject({ code: 'rate_limited' });
    await expect(reserve(0, keyed('k1', 'k3'))).rejects.toMatchObject({ code: 'rate_limited' });
  });

  it('is released for events that could not be sent', async () => {
    const { release } = await reserve(10);
    await release(4);
    await reserve(4);
    await expect(reserve(1)).rejects.toMatchObject({ code: 'rate_limited' });
  });

  it('is not counted on an unlimited plan', async () => {
    limit = null;
    for (let count = 0; count < 50; count += 1) await reserve(1000, keyed('k1'));
    expect(reads).toEqual([]);
  });

  it('can be zero', async () => {
    limit = 0;
    await expect(reserve(1)).rejects.toMatchObject({ code: 'rate_limited' });
    await reserve(0);
  });
});

describe('The count', () => {
  it('is compared with the event store once a minute while it is in use, and before a rejection', async () => {
    await reserve(1);
    now += 59_000;
    await reserve(1);
    expect(reads).toHaveLength(1);
    stored = 9;
    now += 1_000;
    await reserve(1);
    expect(reads).toHaveLength(2);
    await reserve(1);
    await expect(reserve(1)).rejects.toMatchObject({ code: 'rate_limited' });
    await expect(reserve(1)).rejects.toMatchObject({ code: 'rate_limited' });
    expect(reads).toHaveLength(2);
  });

  it('comes down to the stored events when no charged event can be on its way any more', async () => {
    await reserve(10);
    stored = 6;
    now += 9 * 60_000;
    await expect(reserve(1)).rejects.toMatchObject({ code: 'rate_limited' });
    now += 60_000;
    await reserve(4);
    await expect(reserve(1)).rejects.toMatchObject({ code: 'rate_limited' });
  });

  it('does not come down while the event store is down', async () => {
    await reserve(10);
    isStoreDown = true;
    now += 20 * 60_000;
    await expect(reserve(1)).rejects.toMatchObject({ code: 'rate_limited' });
  });

  it('starts at zero while the event store is down, and is corrected afterwards', async () => {
    stored = 9;
    isStoreDown = true;
    await reserve(1);
    isStoreDown = false;
    now += 5_000;
    await reserve(1);
    await expect(reserve(2)).rejects.toMatchObject({ code: 'rate_limited' });
  });
});
