import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { CloseStack } from '@strata/platform/lifecycle/closeable';
import { eventually } from '@strata/testkit/eventually';
import { silentLogger } from '@strata/testkit/test-logger';
import { TogglingProxy } from '@strata/testkit/toggling-proxy';
import { openSharedState, type SharedState } from '../src/adapters/shared-state.ts';
import { EventStoreFixture } from './event-store-fixture.ts';

const REDIS_URL = process.env['REDIS_URL'] ?? '';
const STORES = [
  { name: 'in memory', url: undefined },
  { name: 'in Redis', url: REDIS_URL },
];

export const MINUTE = 60;

async function openState(stack: CloseStack, redisUrl: string | undefined): Promise<SharedState> {
  const state = openSharedState(stack, { redisUrl, keys: new EventStoreFixture(), logger: silentLogger });
  await eventually(() => state.figures());
  return state;
}

/** Runs a suite on the windows in the memory of a process and, if `REDIS_URL` is set, on those in Redis. */
export function describeOnWindows(title: string, suite: (state: () => SharedState) => void): void {
  describe.each(STORES)(`${title} $name`, ({ url }) => {
    if (url === '') {
      it.skip('needs REDIS_URL', () => undefined);
      return;
    }
    const stack = new CloseStack();
    let state: SharedState;
    beforeAll(async () => {
      state = await openState(stack, url);
    });
    afterAll(() => stack.close());
    suite(() => state);
  });
}

/** The windows of two gateways that share a Redis. */
export interface SharedWindows {
  /** Reaches Redis through the proxy. */
  readonly near: SharedState;
  readonly far: SharedState;
  readonly proxy: TogglingProxy;
}

/** Runs a suite on two gateways, one of which can lose Redis. It is shown as skipped if `REDIS_URL` is not set. */
export function describeOnSharedWindows(title: string, suite: (windows: () => SharedWindows) => void): void {
  (REDIS_URL === '' ? describe.skip : describe)(title, () => {
    const stack = new CloseStack();
    let windows: SharedWindows;
    beforeAll(async () => {
      const url = new URL(REDIS_URL);
      const proxy = await TogglingProxy.open(url, 6379);
      stack.defer(() => proxy.close());
      const [near, far] = await Promise.all([openState(stack, proxy.through(url)), openState(stack, REDIS_URL)]);
      windows = { near, far, proxy };
    });
    afterAll(() => stack.close());
    suite(() => windows);
  });
}
