import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CloseStack } from '@strata/platform/lifecycle/closeable';
import { eventually } from '@strata/testkit/eventually';
import { createTestLogger } from '@strata/testkit/test-logger';
import { TogglingProxy } from '@strata/testkit/toggling-proxy';
import { EventStoreFixture } from './event-store-fixture.ts';
import { openSharedState, type SharedState } from '../src/adapters/shared-state.ts';

const url = process.env['REDIS_URL'] ?? '';
const describeOnRedis = url === '' ? describe.skip : describe;

describeOnRedis('State shared through Redis', () => {
  const stack = new CloseStack();
  const log = createTestLogger();
  let redis: TogglingProxy;

  const open = (): SharedState =>
    openSharedState(stack, {
      redisUrl: redis.through(new URL(url)),
      keys: new EventStoreFixture(),
      logger: log.logger,
    });
  const ready = async (state: SharedState): Promise<SharedState> => {
    await eventually(() => state.figures());
    return state;
  };

  beforeAll(async () => {
    redis = await TogglingProxy.open(new URL(url), 6379);
    stack.defer(() => redis.close());
  });
  afterAll(() => stack.close());

  it('shows what Redis says of itself', async () => {
    const { memory, persistence, latencyMs } = await (await ready(open())).figures();
    expect(latencyMs).toBeGreaterThan(0);
    expect(memory.used_memory_mb).toBeGreaterThan(0);
    expect(memory.maxmemory_policy).toMatch(/noeviction|lru|lfu|random|ttl/);
    expect(persistence.rdb_last_save_time).toBeGreaterThan(0);
  });

  it('is ready once it is there, and not before', async () => {
    redis.cut();
    const state = open();
    const before = log.lines.length;
    let isReady = false;
    void state.ready.then(() => (isReady = true));
    await eventually(() => log.lines.length > before);
    expect(isReady).toBe(false);
    redis.mend();
    await state.ready;
    expect((await state.figures()).latencyMs).toBeGreaterThan(0);
  });

  it('says once that it is away, and once that it is back', async () => {
    const state = await ready(open());
    redis.cut();
    await eventually(() =>
      state.figures().then(
        () => false,
        () => true,
      ),
    );
    redis.mend();
    await ready(state);
    expect(new Set(log.lines.map(({ message }) => message))).toEqual(
      new Set(['Redis does not respond', 'Redis is back']),
    );
  });
});
