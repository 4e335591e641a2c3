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
import { AmqpHarness } from '../../platform/test/bus/amqp-harness.ts';

const url = process.env.AMQP_URL ?? '';
const describeWithBroker = url === '' ? describe.skip : describe;
const scope = { tenantId: 'ten_a', environment: 'live' } as const;

let harness: AmqpHarness;
let proxy: TogglingProxy;
let owner: Bus;
let policies: PolicyCache;
/** The version that the owner of the facts is at, and the policies' clock. */
let version: string;
let now: number;

/** The facts of a version have the one namespace that is called so. */
beforeEach(async () => {
  version = 'v1';
  now = 0;
  harness = new AmqpHarness(url);
  proxy = await TogglingProxy.open(new URL(url), 5672);
  owner = harness.open();
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
  const bus = harness.open({ url: proxy.through(new URL(url)) });
  policies = await openPolicyCache(bus, { logger: silentLogger, now: () => now });
  expect(await attempt()).toBe('v1');
});

afterEach(async () => {
  await harness.close();
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
  it('follow a change as soon as it is announced: no time has passed on their clock', async () => {
    await change();
    await eventually(async () => (await attempt()) === 'v2');
  });

  it('serve on while the broker is away, for ten seconds, then close, and come back by themselves', async () => {
    proxy.cut();
    now = 10_000;
    expect(await attempt()).toBe('v1');
    now = 10_001 + 1_000;
    expect(await attempt()).toBe('unavailable');
    await change();
    proxy.mend();
    await eventually(async () => (await attempt()) === 'v2');
  });

  it('follow a change whose announcement never arrived once what they know is a second old', async () => {
    proxy.cut();
    await change();
    proxy.mend();
    now = 1_000;
    await eventually(async () => (await attempt()) === 'v2');
  });

  it('close at once where a change was announced and the facts cannot be had', async () => {
    await owner.announce(policyFactsChanged, { version }, systemContext(scope, 'req_change'));
    await owner.close();
    await eventually(async () => (await attempt()) === 'unavailable');
    expect(await attempt()).toBe('unavailable');
  });
});
