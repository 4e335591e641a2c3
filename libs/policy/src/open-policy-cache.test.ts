import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Facts } from '@strata/contracts/schemas/policy-facts';
import type { PolicyEngine } from './policy-engine.ts';
import { systemContext } from '@strata/kernel/actor';
import { AppError, unavailable } from '@strata/kernel/errors';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import { createTestLogger, type TestLogger } from '@strata/testkit/test-logger';
import type { Bus } from '@strata/platform/bus/bus';
import type { Closeable } from '@strata/platform/lifecycle/closeable';
import { openPolicyCache } from './open-policy-cache.ts';
import type { PolicyCache } from './policy-cache.ts';

const FRESH_MS = 1_000;
const REFRESH_MS = 500;
const KEPT_MS = 10_000;
const scope: TenantScope = { tenantId: 'ten_a', environment: 'live' };

/** Facts whose one namespace identifies the version. */
const factsWith = (namespaceId: string): Facts => ({
  organizations: [
    {
      id: 'org_a',
      agents: [],
      members: [],
      policies: [],
      namespaces: [{ id: namespaceId, sensitivity: 'internal', teamIds: [] }],
    },
  ],
});

/** Calls that wait for the test to respond, oldest first. */
interface Asked {
  readonly knownVersion: string | null;
  readonly tenantId: string;
  readonly deadlineMs: number | undefined;
  /** The response with the facts of a version, or that the known version is current. */
  answer(version: string): Promise<void>;
  unchanged(version: string): Promise<void>;
  fail(error?: Error): Promise<void>;
}

let asked: Asked[];
let now: number;
let announce: () => Promise<void>;
let policies: PolicyCache & Closeable;
let log: TestLogger;

const settled = (): Promise<void> => new Promise((done) => setImmediate(done));

function fakeBus(): Bus {
  const bus: Pick<Bus, 'call' | 'subscribe'> = {
    call: (_contract, request, context, options) =>
      new Promise((resolve, reject) => {
        const respond = (response: { version: string; facts: Facts | null }) => (resolve(response as never), settled());
        asked.push({
          knownVersion: (request as { knownVersion: string | null }).knownVersion,
          tenantId: context.scope.tenantId,
          deadlineMs: options?.deadlineMs,
          answer: (version) => respond({ version, facts: factsWith(version) }),
          unchanged: (version) => respond({ version, facts: null }),
          fail: (error = unavailable('enterprise-org')) => (reject(error), settled()),
        });
      }),
    subscribe: (_contract, handler) => {
      announce = () => handler({ version: 'any' } as never, systemContext(scope, 'req_news'));
      return Promise.resolve();
    },
  };
  return bus as Bus;
}

/** The version of the engine in use. */
const versionOf = (engine: PolicyEngine): string | undefined =>
  ['v1', 'v2', 'v3'].find((id) => engine.hasNamespace(id));
const current = async (): Promise<string | undefined> => versionOf(await policies.engineFor(scope));
/** Like `current`, with a word for the case that nothing can be decided. */
const attempt = (): Promise<string | undefined> =>
  current().catch((error: unknown) => {
    expect(error).toBeInstanceOf(AppError);
    return (error as AppError).code;
  });

/** Caches `v1`, confirmed at 0. */
async function hold(): Promise<void> {
  const first = current();
  await asked[0]?.answer('v1');
  expect(await first).toBe('v1');
  asked.length = 0;
}

beforeEach(async () => {
  asked = [];
  now = 0;
  log = createTestLogger();
  policies = await openPolicyCache(fakeBus(), { logger: log.logger, now: () => now });
});

describe('The policy cache', () => {
  it('reads the facts once for concurrent requests, with a deadline, and then keeps them', async () => {
    const many = Promise.all(Array.from({ length: 10 }, current));
    expect(asked).toMatchObject([{ knownVersion: null, tenantId: 'ten_a', deadlineMs: 1_500 }]);
    await asked[0]?.answer('v1');
    expect(new Set(await many)).toEqual(new Set(['v1']));
    now = REFRESH_MS - 1;
    expect(await current()).toBe('v1');
    expect(asked).toHaveLength(1);
  });

  it('confirms a used snapshot in the background after half a second, once', async () => {
    await hold();
    now = REFRESH_MS;
    expect([await current(), await current()]).toEqual(['v1', 'v1']);
    expect(asked).toMatchObject([{ knownVersion: 'v1' }]);
    await asked[0]?.unchanged('v1');
    now = REFRESH_MS + FRESH_MS - 1;
    expect(await current()).toBe('v1');
  });

  it('confirms a snapshot that is a second old before it is used, and follows the new facts', async () => {
    await hold();
    now = FRESH_MS;
    const waiting = Promise.all([current(), current()]);
    expect(asked).toMatchObject([{ knownVersion: 'v1' }]);
    await asked[0]?.answer('v2');
    expect(await waiting).toEqual(['v2', 'v2']);
    expect(asked).toHaveLength(1);
  });

  it("counts a snapshot's age from the start of the call that confirmed it", async () => {
    const slow = current();
    now = FRESH_MS - 1;
    await asked[0]?.answer('v1');
    await slow;
    now = FRESH_MS;
    const next = current();
    expect(asked).toHaveLength(2);
    await asked[1]?.unchanged('v1');
    expect(await next).toBe('v1');
  });

  it('makes no request wait for a response that would be too old', async () => {
    await hold();
    now = REFRESH_MS;
    await current();
    now = REFRESH_MS + FRESH_MS;
    const waiting = current();
    expect(asked).toHaveLength(2);
    await asked[1]?.answer('v3');
    expect(await waiting).toBe('v3');
    await asked[0]?.answer('v2');
    expect(await current()).toBe('v3');
  });
});

describe('An announced change', () => {
  it('has the snapshot confirmed before the next decision', async () => {
    await hold();
    await announce();
    const waiting = current();
    await asked[0]?.answer('v2');
    expect(await waiting).toBe('v2');
  });

  it('discards the response to a call that started before it; requests wait for a later one', async () => {
    await hold();
    now = FRESH_MS;
    const early = current();
    await announce();
    const late = current();
    expect(asked).toHaveLength(2);
    await asked[1]?.answer('v3');
    expect(await late).toBe('v3');
    await asked[0]?.answer('v2');
    expect([await early, await current()]).toEqual(['v3', 'v3']);
  });

  it('discards an early response that arrives before the later one, too', async () => {
    const waiting = current();
    await announce();
    await asked[0]?.answer('v1');
    expect(asked).toMatchObject([{ knownVersion: null }, { knownVersion: null }]);
    await asked[1]?.answer('v2');
    expect(await waiting).toBe('v2');
  });

  it('starves no request when changes come faster than they can be read', async () => {
    const waiting = current();
    for (const version of ['v1', 'v1', 'v1', 'v2']) {
      await announce();
      await asked.at(-1)?.answer(version);
    }
    expect([await waiting, asked.length]).toEqual(['v2', 4]);
    const next = current();
    expect(asked).toHaveLength(5);
    await asked[4]?.answer('v3');
    expect(await next).toBe('v3');
  });
});

describe('While enterprise-org does not respond', () => {
  it('nothing is decided without a snapshot, and each request tries again', async () => {
    const refused = attempt();
    await asked[0]?.fail();
    expect(await refused).toBe('unavailable');
    const again = attempt();
    await asked[1]?.answer('v1');
    expect(await again).toBe('v1');
  });

  it('a confirmed snapshot is used for ten seconds, and no longer', async () => {
    await hold();
    now = KEPT_MS;
    const kept = attempt();
    await asked[0]?.fail();
    expect(await kept).toBe('v1');
    now = KEPT_MS + 1;
    const over = attempt();
    await asked[1]?.fail();
    expect(await over).toBe('unavailable');
  });

  it('no request waits if there is a usable snapshot and the last failure is less than a second old', async () => {
    await hold();
    now = FRESH_MS;
    const first = attempt();
    await asked[0]?.fail();
    await first;
    now = 2 * FRESH_MS - 1;
    expect([await attempt(), await attempt()]).toEqual(['v1', 'v1']);
    expect(asked).toHaveLength(2);
    await asked[1]?.answer('v2');
    expect(await attempt()).toBe('v2');
  });

  it('a snapshot that an announcement invalidated decides nothing', async () => {
    await hold();
    await announce();
    const refused = attempt();
    await asked[0]?.fail();
    expect(await refused).toBe('unavailable');
    const again = attempt();
    await asked[1]?.unchanged('v1');
    expect(await again).toBe('v1');
  });

  it('an announcement also invalidates a snapshot used during the outage', async () => {
    await hold();
    now = FRESH_MS;
    const first = attempt();
    await asked[0]?.fail();
    expect(await first).toBe('v1');
    await announce();
    const refused = attempt();
    await asked[1]?.fail();
    expect(await refused).toBe('unavailable');
  });

  it.each([new Error('broken'), new AppError('internal_error', 'Something went wrong')])(
    'any failure makes decisions fail with unavailable: %p',
    async (error) => {
      const refused = attempt();
      await asked[0]?.fail(error);
      expect(await refused).toBe('unavailable');
    },
  );

  it('a response without facts fails if no snapshot is cached', async () => {
    const refused = attempt();
    await asked[0]?.unchanged('v1');
    expect(await refused).toBe('unavailable');
  });

  it('the start and the end of the outage are logged', async () => {
    for (const position of [0, 1]) {
      const refused = attempt();
      await asked[position]?.fail();
      await refused;
    }
    const first = current();
    await asked.at(-1)?.answer('v1');
    await first;
    expect(log.lines.map(({ level, message }) => [level, message])).toEqual([
      ['warn', 'Policy facts cannot be read'],
      ['info', 'Policy facts can be read again'],
    ]);
  });

  it('a closed cache decides nothing', async () => {
    await hold();
    await policies.close();
    expect(await attempt()).toBe('unavailable');
  });
});
