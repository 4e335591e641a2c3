import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { policyFactsChanged, readPolicyFacts } from '@strata/contracts/calls/organizations';
import { systemContext } from '@strata/kernel/actor';
import type { AppError } from '@strata/kernel/errors';
import { eventually } from '@strata/testkit/eventually';
import { TogglingProxy } from '@strata/testkit/toggling-proxy';
import { silentLogger } from '@strata/testkit/test-logger';
import type { Bus } from '@strata/platform/bus/bus';
import { openPolicyCache } from '../src/open-policy-cache.ts';
import type { PolicyCache } from '../src/policy-cache.ts';
import { AmqpFixture } from '../../platform/test/bus/amqp-fixture.ts';

const url = process.env.AMQP_URL ?? '';
const describeWithBroker = url === '' ? describe.skip : describe;
const scope = { tenantId: 'ten_a', environment: 'live' } as const;

let fixture: AmqpFixture;
let proxy: TogglingProxy;
let owner: Bus;
let policies: PolicyCache;
/** The version of the facts at their owner, and the cache's clock. */
let version: string;
let now: number;

/** The facts of a version have one namespace, named after it. */
beforeEach(async () => {
  version = 'v1';
  now = 0;
  fixture = new AmqpFixture(url);
  proxy = await TogglingProxy.open(new URL(url), 5672);
  owner = fixture.open();
  await owner.serve(readPolicyFacts, ({ knownVersion }) =>
    Promise.resolve({
      version,
      facts:
        knownVersion === version
          ? null
          : {
              organizations: [
                {
                  id: 'org_a',
                  agents: [],
                  members: [],
                  policies: [],
                  namespaces: [{ id: version, sensitivity: 'internal' as const, teamIds: [] }],
                },
              ],
            },
    }),
  );
  const bus = fixture.open({ url: proxy.through(new URL(url)) });
  policies = await openPolicyCache(bus, { logger: silentLogger, now: () => now });
  expect(await attempt()).toBe('v1');
});

afterEach(async () => {
  await fixture.close();
  await proxy.close();
});

const attempt = (): Promise<string | undefined> =>
  policies.engineFor(scope).then(
    (engine) => ['v1', 'v2'].find((id) => engine.hasNamespace(id)),
    (error: unknown) => (error as AppError).code,
  );

async function change(): Promise<void> {
  version = 'v2';
  await owner.announce(policyFactsChanged, { version }, systemContext(scope, 'req_change'));
}

const title =
  url === '' ? 'policy engines over RabbitMQ (skipped: AMQP_URL is not set)' : 'policy engines over RabbitMQ';
describeWithBroker(title, () => {
  it('follows a change as soon as it is announced: no time passes on its clock', async () => {
    await change();
    await eventually(async () => (await attempt()) === 'v2');
  });

  it('is used for ten seconds while the broker is away, then fails, and recovers by itself', async () => {
    proxy.cut();
    now = 10_000;
    expect(await attempt()).toBe('v1');
    now = 10_001 + 1_000;
    expect(await attempt()).toBe('unavailable');
    await change();
    proxy.mend();
    await eventually(async () => (await attempt()) === 'v2');
  });

  it('follows a change whose announcement was lost once its snapshot is a second old', async () => {
    proxy.cut();
    await change();
    proxy.mend();
    now = 1_000;
    await eventually(async () => (await attempt()) === 'v2');
  });

  it('fails at once if a change was announced and the facts cannot be read', async () => {
    await owner.announce(policyFactsChanged, { version }, systemContext(scope, 'req_change'));
    await owner.close();
    await eventually(async () => (await attempt()) === 'unavailable');
    expect(await attempt()).toBe('unavailable');
  });
});
