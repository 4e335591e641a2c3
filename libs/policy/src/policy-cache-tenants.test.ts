import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { policyFactsChanged, readPolicyFacts } from '@strata/contracts/calls/organizations';
import type { PolicyEngine } from './policy-engine.ts';
import { systemContext } from '@strata/kernel/actor';
import type { Environment } from '@strata/kernel/tenant-scope';
import { silentLogger } from '@strata/testkit/test-logger';
import type { Bus } from '@strata/platform/bus/bus';
import { createInProcessBus } from '@strata/platform/bus/in-process';
import type { Closeable } from '@strata/platform/lifecycle/closeable';
import { openPolicyCache } from './open-policy-cache.ts';
import type { PolicyCache } from './policy-cache.ts';

let bus: Bus & Closeable;
let policies: PolicyCache & Closeable;
let now: number;
/** The calls made: tenant and known version. */
let read: (readonly [string, string | null])[];

beforeEach(async () => {
  bus = createInProcessBus();
  now = 0;
  read = [];
  await bus.serve(readPolicyFacts, ({ knownVersion }, { scope: { tenantId } }) => {
    read.push([tenantId, knownVersion]);
    const own = { id: 'org_a', agents: [], members: [], policies: [] };
    const namespaces = [{ id: `nsp_of_${tenantId}`, sensitivity: 'internal' as const, teamIds: [] }];
    const facts = knownVersion === 'v1' ? null : { organizations: [{ ...own, namespaces }] };
    return Promise.resolve({ version: 'v1', facts });
  });
  policies = await openPolicyCache(bus, { logger: silentLogger, now: () => now });
});

afterEach(async () => {
  await policies.close();
  await bus.close();
});

const use = (tenantId: string, environment: Environment = 'live'): Promise<PolicyEngine> =>
  policies.engineFor({ tenantId, environment });

describe('The policy cache of several tenants', () => {
  it('has one snapshot per tenant for both environments', async () => {
    const own = await Promise.all([use('ten_a'), use('ten_a', 'test'), use('ten_b')]);
    expect(read).toEqual([
      ['ten_a', null],
      ['ten_b', null],
    ]);
    expect(own.map((engine) => engine.hasNamespace('nsp_of_ten_a'))).toEqual([true, true, false]);
    expect(own.map((engine) => engine.hasNamespace('nsp_of_ten_b'))).toEqual([false, false, true]);
  });

  it("confirms each tenant's snapshot separately", async () => {
    await use('ten_a');
    now = 1_000;
    await use('ten_a');
    await use('ten_b');
    expect(read).toEqual([
      ['ten_a', null],
      ['ten_a', 'v1'],
      ['ten_b', null],
    ]);
  });

  it('invalidates only the snapshot of the announced tenant', async () => {
    await Promise.all([use('ten_a'), use('ten_b')]);
    await bus.announce(
      policyFactsChanged,
      { version: 'v2' },
      systemContext({ tenantId: 'ten_b', environment: 'live' }, 'req_news'),
    );
    await Promise.all([use('ten_a'), use('ten_b')]);
    expect(read.slice(2)).toEqual([['ten_b', 'v1']]);
  });
});

describe('The policy cache of very many tenants', () => {
  it('drops the least recently used snapshots, and reads them again when needed', async () => {
    for (let tenant = 0; tenant < 10_000; tenant += 1) await use(`ten_${String(tenant)}`);
    await use('ten_0');
    expect(read).toHaveLength(10_000);
    await use('ten_new');
    await use('ten_0');
    expect(read.slice(10_000)).toEqual([['ten_new', null]]);
    await use('ten_1');
    expect(read.at(-1)).toEqual(['ten_1', null]);
  });
});
