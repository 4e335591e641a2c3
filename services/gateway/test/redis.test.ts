import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { captureIds } from '@strata/kernel/capture-ids';
import { systemContext } from '@strata/kernel/actor';
import { newId } from '@strata/kernel/ids';
import { CloseStack } from '@strata/platform/lifecycle/closeable';
import { eventually } from '@strata/testkit/eventually';
import { createTestLogger } from '@strata/testkit/test-logger';
import { TogglingProxy } from '@strata/testkit/toggling-proxy';
import type { FindFingerprints } from '../src/adapters/memory-fingerprint-store.ts';
import { openSharedState, type SharedState } from '../src/adapters/shared-state.ts';

const url = process.env['REDIS_URL'] ?? '';
const describeOnRedis = url === '' ? describe.skip : describe;
const nothingStored: FindFingerprints = async () => ({ found: [] });

describeOnRedis('State shared through Redis', () => {
  const stack = new CloseStack();
  const scope = { tenantId: newId('ten'), environment: 'live' } as const;
  const context = systemContext(scope, 'req_1');
  const log = createTestLogger();
  let redis: TogglingProxy;

  const open = (findFingerprints = nothingStored): SharedState =>
    openSharedState(stack, {
      redisUrl: redis.through(new URL(url)),
      findFingerprints,
      logger: log.logger,
    });
  const ready = async (state: SharedState): Promise<SharedState> => {
    await eventually(() => state.figures());
    return state;
  };
  const claimOf = (key: string, fingerprint: string) => ({ eventId: captureIds(scope, key).eventId, fingerprint });

  beforeAll(async () => {
    redis = await TogglingProxy.open(new URL(url), 6379);
    stack.defer(() => redis.close());
  });
  afterAll(() => stack.close());

  it('gives every gateway the fingerprint that came first', async () => {
    const [one, two] = await Promise.all([ready(open()), ready(open())]);
    expect(await one.fingerprints.claim([claimOf('k', 'a')], context)).toEqual(['a']);
    expect(await two.fingerprints.claim([claimOf('k', 'b'), claimOf('l', 'c')], context)).toEqual(['a', 'c']);
    expect(await one.fingerprints.claim([claimOf('k', 'a'), claimOf('l', 'c')], context)).toEqual(['a', 'c']);
  });

  it('shows what Redis says of itself', async () => {
    const { memory, persistence, latencyMs } = await (await ready(open())).figures();
    expect(latencyMs).toBeGreaterThan(0);
    expect(memory.used_memory_mb).toBeGreaterThan(0);
    expect(memory.maxmemory_policy).toMatch(/noeviction|lru|lfu|random|ttl/);
    expect(persistence.rdb_last_save_time).toBeGreaterThan(0);
  });

  it('goes on without Redis, asking the event store, and takes it up again when it is back', async () => {
    const { eventId } = claimOf('stored', 'x');
    const state = await ready(open(async () => ({ found: [{ eventId, fingerprint: 'first' }] })));
    redis.cut();
    await eventually(() =>
      state.figures().then(
        () => false,
        () => true,
      ),
    );
    expect(await state.fingerprints.claim([claimOf('stored', 'other'), claimOf('new', 'n')], context)).toEqual([
      'first',
      'n',
    ]);
    redis.mend();
    await eventually(() => state.figures());
    expect(await state.fingerprints.claim([claimOf('back', 'b')], context)).toEqual(['b']);
    expect(new Set(log.lines.map(({ message }) => message))).toEqual(
      new Set(['The cache does not answer', 'The cache is back']),
    );
  });
});
