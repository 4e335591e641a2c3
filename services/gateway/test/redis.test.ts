import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { captureIds } from '@strata/kernel/capture-ids';
import { systemContext } from '@strata/kernel/actor';
import { systemClock } from '@strata/kernel/clock';
import { newId } from '@strata/kernel/ids';
import { CloseStack } from '@strata/platform/lifecycle/closeable';
import { eventually } from '@strata/testkit/eventually';
import { createTestLogger } from '@strata/testkit/test-logger';
import { connect, createServer, type Server, type Socket } from 'node:net';
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
    openSharedState(stack, { redisUrl: redis.url, findFingerprints, clock: systemClock, logger: log.logger });
  const ready = async (state: SharedState): Promise<SharedState> => {
    await eventually(() => state.figures());
    return state;
  };
  const claimOf = (key: string, fingerprint: string) => ({ eventId: captureIds(scope, key).eventId, fingerprint });

  beforeAll(async () => {
    redis = await TogglingProxy.open(new URL(url));
    stack.defer(() => redis.close());
  });
  afterAll(() => stack.close());

  it('gives every gateway the fingerprint that came first', async () => {
    const [one, two] = await Promise.all([ready(open()), ready(open())]);
    expect(await one.fingerprints.claim([claimOf('k', 'a')], context)).toEqual(['a']);
    expect(await two.fingerprints.claim([claimOf('k', 'b'), claimOf('l', 'c')], context)).toEqual(['a', 'c']);
    expect(await one.fingerprints.claim([claimOf('k', 'a'), claimOf('l', 'c')], context)).toEqual(['a', 'c']);
  });

  it('adds up the requests of every gateway', async () => {
    const [one, two] = await Promise.all([ready(open()), ready(open())]);
    for (let count = 0; count < 5; count += 1) one.requests.count(scope);
    two.requests.count(scope);
    await eventually(async () => (await two.requests.thisMinute(scope)) === 6);
    expect(await one.requests.thisMinute({ ...scope, environment: 'test' })).toBe(0);
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
    state.requests.count(scope);
    expect(await state.requests.thisMinute(scope)).toBeGreaterThan(0);
    redis.mend();
    await eventually(() => state.figures());
    expect(await state.fingerprints.claim([claimOf('back', 'b')], context)).toEqual(['b']);
    expect(new Set(log.lines.map(({ message }) => message))).toEqual(
      new Set(['The cache does not answer', 'The cache is back']),
    );
  });
});

/** A way to Redis that can be cut. */
class TogglingProxy {
  readonly #server: Server;
  readonly #open = new Set<Socket>();
  #isCut = false;

  private constructor(target: URL) {
    this.#server = createServer((socket) => {
      if (this.#isCut) {
        socket.destroy();
        return;
      }
      const upstream = connect(Number(target.port || 6379), target.hostname);
      for (const [from, to] of [
        [socket, upstream],
        [upstream, socket],
      ] as const) {
        this.#open.add(from);
        from.pipe(to);
        from
          .on('error', () => undefined)
          .on('close', () => {
            this.#open.delete(from);
            to.destroy();
          });
      }
    });
  }

  static async open(target: URL): Promise<TogglingProxy> {
    const proxy = new TogglingProxy(target);
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get url(): string {
    const address = this.#server.address();
    return `redis://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  }

  cut(): void {
    this.#isCut = true;
    for (const socket of this.#open) socket.destroy();
  }

  mend(): void {
    this.#isCut = false;
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}
