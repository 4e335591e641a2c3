import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@strata/kernel/ids';
import { CloseStack } from '@strata/platform/lifecycle/closeable';
import { eventually } from '@strata/testkit/eventually';
import { Redis } from 'ioredis';
import type { SharedState } from '../src/adapters/shared-state.ts';
import { EventStoreFixture } from './event-store-fixture.ts';
import { claimOf, context, named, open, REDIS_URL, reserved, settle } from './ledger-fixture.ts';

(REDIS_URL === '' ? describe.skip : describe)('The ledger after Redis has lost its data', () => {
  const stack = new CloseStack();
  const store = new EventStoreFixture();
  let client: Redis;
  let one: SharedState;
  let two: SharedState;

  beforeAll(async () => {
    // A logical database that no other suite uses.
    const url = new URL(REDIS_URL);
    url.pathname = '/13';
    client = new Redis(url.href);
    stack.defer(() => client.disconnect());
    one = await open(stack, url.href, store);
    two = await open(stack, url.href, store);
  });
  afterAll(() => stack.close());

  const isCertain = async (state: SharedState): Promise<boolean> => {
    const entry = await enter(state, claimOf(newId('evt')));
    return entry.outcome === 'reserved' && entry.unconfirmed === undefined;
  };
  const enter = ({ events }: SharedState, claim: ReturnType<typeof claimOf>) =>
    events.reserve(named(null, claim), context);

  it('knows the keys of stored events', async () => {
    expect(await enter(one, claimOf('l1', 'a'))).toEqual(reserved(1, 'a'));
    store.store(claimOf('l1', 'a'));
    await client.flushdb();
    expect(await enter(two, claimOf('l1', 'b'))).toMatchObject(reserved(0, 'a'));
    expect(await enter(one, claimOf('l1', 'a'))).toMatchObject(reserved(0, 'a'));
  });

  it('does not confirm an event whose key belongs to one that is still on its way', async () => {
    await settle(one, store);
    await settle(two, store);
    const [sent, other] = [claimOf('l2', 'a'), claimOf('l2', 'b')];
    expect(await enter(one, sent)).toEqual(reserved(1, 'a'));
    await client.flushdb();
    expect(await enter(two, other)).toMatchObject({ fingerprints: ['b'], unconfirmed: [other.eventId] });
    // In the order of the queue.
    store.store(sent);
    store.store(other);
    expect(await two.events.confirm([other.eventId], context)).toEqual(new Map([[sent.eventId, 'a']]));
    expect(await enter(two, other)).toMatchObject(reserved(0, 'a'));
    expect(await enter(one, sent)).toMatchObject(reserved(0, 'a'));
  });

  it('claims keys in Redis again once an event of the new generation is stored', async () => {
    await client.flushdb();
    expect(await enter(one, claimOf('l3'))).toMatchObject({ unconfirmed: [claimOf('l3').eventId] });
    await eventually(async () => {
      await settle(one, store);
      return isCertain(one);
    });
  });

  it('takes a key whose event was deleted for that event', async () => {
    store.store({ eventId: claimOf('l5').eventId, fingerprint: null });
    expect(await enter(one, claimOf('l5', 'c'))).toMatchObject(reserved(0, 'c'));
  });
});
