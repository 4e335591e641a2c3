import { describe, expect, it } from '@jest/globals';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import { silentLogger } from '@strata/testkit/test-logger';
import { createInProcessBus } from '../bus/in-process.ts';
import { openPolicyBooks } from './open-policy-books.ts';

/** Books that are read from facts at hand, and what was read: tenants with the version that was known. */
async function openOwn(now: () => number) {
  const read: (readonly [string, string | null])[] = [];
  const books = await openPolicyBooks(createInProcessBus(), {
    ...{ logger: silentLogger, now },
    own: ({ tenantId }: TenantScope, knownVersion) => {
      read.push([tenantId, knownVersion]);
      return Promise.resolve({ version: 'v1', facts: knownVersion === 'v1' ? null : { organizations: [] } });
    },
  });
  return { read, use: (tenantId: string) => books.of({ tenantId, environment: 'live' }) };
}

describe('Policy books of the service that owns the facts', () => {
  it('are read by itself, and confirmed as everywhere', async () => {
    let now = 0;
    const { read, use } = await openOwn(() => now);
    await use('ten_a');
    now = 1_000;
    await use('ten_a');
    expect(read).toEqual([
      ['ten_a', null],
      ['ten_a', 'v1'],
    ]);
  });
});

describe('Policy books of very many tenants', () => {
  it('are dropped when they were not used for the longest time, and read again', async () => {
    const { read, use } = await openOwn(() => 0);
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
