import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { unavailable } from '@strata/kernel/errors';
import { CloseStack } from '@strata/platform/lifecycle/closeable';
import { eventually } from '@strata/testkit/eventually';
import { silentLogger } from '@strata/testkit/test-logger';
import { TogglingProxy } from '@strata/testkit/toggling-proxy';
import { Redis } from 'ioredis';
import { openSharedState, type SharedState } from '../src/adapters/shared-state.ts';
import type { MonthlyQuota, ReservationRequest, ReservationResult } from '../src/capture/event-ledger.ts';
import { EventStoreFixture } from './event-store-fixture.ts';
import { claimOf, context, named, newQuota, open, REDIS_URL, reserved, unkeyed } from './ledger-fixture.ts';

const stores = [
  { name: 'in memory', url: undefined },
  { name: 'in Redis', url: REDIS_URL },
];
describe.each(stores)('The ledger of events $name', ({ url }) => {
  if (url === '') {
    it.skip('needs REDIS_URL', () => undefined);
    return;
  }
  const stack = new CloseStack();
  let ledger: SharedState['events'];
  beforeAll(async () => {
    ledger = (await open(stack, url)).events;
  });
  afterAll(() => stack.close());

  const enter = (request: ReservationRequest): Promise<ReservationResult> => ledger.reserve(request, context);

  it('returns the first fingerprint of each key', async () => {
    expect(await enter(named(null, claimOf('k1', 'a')))).toEqual(reserved(1, 'a'));
    expect(await enter(named(null, claimOf('k1', 'b'), claimOf('k2', 'c')))).toEqual(reserved(1, 'a', 'c'));
    expect(await enter(named(null, claimOf('k1', 'a'), claimOf('k2', 'c')))).toEqual(reserved(0, 'a', 'c'));
  });

  it('needs the number of stored events before it counts a month', async () => {
    const quota = newQuota(10);
    expect(await enter(unkeyed(quota, 1))).toEqual({ outcome: 'unfilled' });
    await ledger.fill(quota, 9);
    expect(await enter(unkeyed(quota, 1))).toEqual(reserved(1));
    expect(await enter(unkeyed(quota, 1))).toEqual({ outcome: 'used_up', left: 0 });
  });

  it('charges only new events', async () => {
    const quota = newQuota(3);
    await ledger.fill(quota, 0);
    const both = named(quota, claimOf('n1'), claimOf('n2'));
    expect(await enter(both)).toEqual(reserved(2, 'a', 'a'));
    expect(await enter(both)).toEqual(reserved(0, 'a', 'a'));
    expect(await enter(named(quota, claimOf('n2'), claimOf('n3')))).toEqual(reserved(1, 'a', 'a'));
    expect(await enter(both)).toEqual(reserved(0, 'a', 'a'));
    expect(await enter(named(quota, claimOf('n4')))).toEqual({ outcome: 'used_up', left: 0 });
  });

  it('reserves all events of a request or none, and then claims no key', async () => {
    const quota = newQuota(2);
    await ledger.fill(quota, 0);
    const three = named(quota, claimOf('a1'), claimOf('a2'), claimOf('a3'));
    expect(await enter(three)).toEqual({ outcome: 'used_up', left: 2 });
    expect(await enter(named(quota, claimOf('a1', 'b'), claimOf('a2')))).toEqual(reserved(2, 'b', 'a'));
  });

  it('admits exactly the quota from parallel requests', async () => {
    const quota = newQuota(20);
    await ledger.fill(quota, 5);
    const entries = await Promise.all(Array.from({ length: 60 }, () => enter(unkeyed(quota, 1))));
    expect(entries.filter(({ outcome }) => outcome === 'reserved')).toHaveLength(15);
  });

  it('charges one of many parallel claims of the same key', async () => {
    const quota = newQuota(20);
    await ledger.fill(quota, 0);
    const entries = await Promise.all(Array.from({ length: 20 }, () => enter(named(quota, claimOf('same')))));
    expect(entries.map((entry) => (entry.outcome === 'reserved' ? entry.charged : NaN)).sort()).toEqual([
      ...Array.from({ length: 19 }, () => 0),
      1,
    ]);
  });

  it('releases events that could not be sent', async () => {
    const quota = newQuota(2);
    await ledger.fill(quota, 0);
    await enter(unkeyed(quota, 2));
    await ledger.release(quota, 1);
    expect(await enter(unkeyed(quota, 1))).toEqual(reserved(1));
    expect(await enter(unkeyed(quota, 1))).toEqual({ outcome: 'used_up', left: 0 });
  });

  it('never counts below the stored events, nor down to them while events may be on their way', async () => {
    const quota = newQuota(10);
    await ledger.fill(quota, 0);
    await enter(unkeyed(quota, 4));
    await ledger.fill(quota, 1);
    expect(await enter(unkeyed(quota, 7))).toEqual({ outcome: 'used_up', left: 6 });
    await ledger.fill(quota, 8);
    expect(await enter(unkeyed(quota, 3))).toEqual({ outcome: 'used_up', left: 2 });
  });
});

(REDIS_URL === '' ? describe.skip : describe)('The ledger of several gateways', () => {
  const stack = new CloseStack();
  let redis: TogglingProxy;
  let gateways: SharedState[];
  let store: EventStoreFixture;
  const gatewayOf = (n: number): SharedState => {
    const gateway = gateways[n % gateways.length];
    if (gateway === undefined) throw new Error('There is no gateway');
    return gateway;
  };

  const fill = async (quota: MonthlyQuota, stored: number): Promise<void> => {
    for (const { events } of gateways) await events.fill(quota, stored);
  };
  const away = () =>
    eventually(async () => {
      const results = await Promise.allSettled(gateways.map(({ figures }) => figures()));
      return results.every(({ status }) => status === 'rejected');
    });
  const back = () => eventually(() => Promise.all(gateways.map(({ figures }) => figures())));

  beforeAll(async () => {
    redis = await TogglingProxy.open(new URL(REDIS_URL), 6379);
    stack.defer(() => redis.close());
    const url = redis.through(new URL(REDIS_URL));
    store = new EventStoreFixture();
    store.store(claimOf('stored', 'first'));
    gateways = await Promise.all([open(stack, url, store), open(stack, url, store)]);
  });
  afterAll(() => stack.close());

  it('returns the first fingerprint to each of them', async () => {
    const [one, two] = [gatewayOf(0), gatewayOf(1)];
    expect(await one.events.reserve(named(null, claimOf('g1', 'a')), context)).toEqual(reserved(1, 'a'));
    expect(await two.events.reserve(named(null, claimOf('g1', 'b')), context)).toEqual(reserved(0, 'a'));
  });

  it('admits exactly the quota through all of them together', async () => {
    const quota = newQuota(30);
    await fill(quota, 0);
    const entries = await Promise.all(
      Array.from({ length: 90 }, (_, n) => gatewayOf(n).events.reserve(unkeyed(quota, 1), context)),
    );
    expect(entries.filter((entry) => entry.outcome === 'reserved')).toHaveLength(30);
  });

  it('counts on without Redis from the last known count, and adds its charges when Redis is back', async () => {
    const quota = newQuota(10);
    await fill(quota, 0);
    const enter = async (n: number, count: number) =>
      (await gatewayOf(n).events.reserve(unkeyed(quota, count), context)).outcome;
    expect([await enter(0, 3), await enter(1, 1)]).toEqual(['reserved', 'reserved']);
    redis.cut();
    await away();
    expect([await enter(0, 4), await enter(1, 2)]).toEqual(['reserved', 'reserved']);
    expect(await enter(1, 9)).toBe('used_up');
    redis.mend();
    await back();
    // The first reservation after an outage needs the number of stored events: here it is 0.
    await eventually(async () => (await enter(0, 0)) === 'unfilled');
    await fill(quota, 0);
    expect([await enter(0, 1), await enter(1, 1)]).toEqual(['used_up', 'used_up']);
  });

  it('counts down to the stored events ten minutes after the last charge, not before', async () => {
    const quota = newQuota(10);
    await fill(quota, 0);
    const one = gatewayOf(0);
    await one.events.reserve(unkeyed(quota, 10), context);
    await one.events.fill(quota, 6);
    expect(await one.events.reserve(unkeyed(quota, 1), context)).toEqual({ outcome: 'used_up', left: 0 });
    const client = new Redis(REDIS_URL);
    const key = `strata:events:${quota.key}`;
    const tenMinutesEarlier = Number(await client.hget(key, 'charged_at')) - 600;
    await client.hset(key, 'charged_at', tenMinutesEarlier);
    expect(await client.ttl(key)).toBeGreaterThan(24 * 3600);
    client.disconnect();
    await one.events.fill(quota, 6);
    expect(await one.events.reserve(unkeyed(quota, 5), context)).toEqual({ outcome: 'used_up', left: 4 });
    expect(await one.events.reserve(unkeyed(quota, 4), context)).toEqual(reserved(4));
  });

  it('does not count down while the stored events cannot be read', async () => {
    const quota = newQuota(10);
    await fill(quota, 0);
    const one = gatewayOf(0);
    await one.events.reserve(unkeyed(quota, 10), context);
    const client = new Redis(REDIS_URL);
    await client.hset(`strata:events:${quota.key}`, 'charged_at', 0);
    client.disconnect();
    await one.events.fill(quota, null);
    expect(await one.events.reserve(unkeyed(quota, 1), context)).toEqual({ outcome: 'used_up', left: 0 });
  });

  it('charges nothing for a retry after Redis is back', async () => {
    const quota = newQuota(3);
    await fill(quota, 0);
    const one = gatewayOf(0);
    const enter = (...claims: ReservationRequest['claims']) => one.events.reserve(named(quota, ...claims), context);
    await enter(claimOf('before'));
    redis.cut();
    await away();
    expect(await enter(claimOf('meanwhile', 'm'))).toMatchObject(reserved(1, 'm'));
    redis.mend();
    await back();
    await eventually(async () => (await enter()).outcome === 'unfilled');
    await fill(quota, 0);
    const again = [claimOf('before', 'x'), claimOf('meanwhile', 'y'), claimOf('after', 'z')];
    expect(await enter(...again)).toEqual(reserved(1, 'a', 'm', 'z'));
    expect(await one.events.reserve(unkeyed(quota, 1), context)).toEqual({ outcome: 'used_up', left: 0 });
  });

  it('reads keys from the event store while Redis is away', async () => {
    redis.cut();
    await away();
    const one = gatewayOf(0);
    const entry = await one.events.reserve(named(null, claimOf('stored', 'other'), claimOf('fresh', 'n')), context);
    expect(entry).toMatchObject(reserved(1, 'first', 'n'));
    redis.mend();
    await back();
    await eventually(async () => {
      const again = await one.events.reserve(named(null, claimOf('back', 'b')), context);
      return again.outcome === 'reserved';
    });
  });

  it('lets one of several gateways without Redis accept a key', async () => {
    redis.cut();
    await away();
    const entries = await Promise.all(
      ['x', 'y'].map((fingerprint, n) =>
        gatewayOf(n).events.reserve(named(null, claimOf('torn', fingerprint)), context),
      ),
    );
    const [one, two] = entries.map((entry) => (entry.outcome === 'reserved' ? entry.fingerprints : []));
    expect(one).toEqual(two);
    redis.mend();
    await back();
    // Also for a gateway that has Redis again.
    expect(await gatewayOf(0).events.reserve(named(null, claimOf('torn', 'z')), context)).toMatchObject({
      fingerprints: one,
    });
  });

  it('is unavailable for a new key while it is not known whether it is new', async () => {
    const down = Object.assign(new EventStoreFixture(), { find: () => Promise.reject(unavailable('The event store')) });
    const state = openSharedState(stack, { redisUrl: REDIS_URL, keys: down, sentMs: 0, logger: silentLogger });
    await eventually(() => state.figures());
    const entry = state.events.reserve(named(null, claimOf('unknown')), context);
    await expect(entry).rejects.toMatchObject({ code: 'unavailable' });
    expect(await state.events.reserve(unkeyed(newQuota(1), 1), context)).toEqual({ outcome: 'unfilled' });
  });
});
