import { beforeEach, expect, test } from '@jest/globals';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import { createCountedSynthesis } from './count-synthesis.ts';

const scope: TenantScope = { tenantId: 'a', environment: 'live' };

let counted: string[];
let now: string;
let isDown: boolean;

beforeEach(() => {
  counted = [];
  now = '2026-12-31T23:59:59.999Z';
  isDown = false;
});
const run = createCountedSynthesis(
  {
    count: ({ tenantId, environment }, day) => {
      if (isDown) return Promise.reject(new Error('down'));
      counted.push(`${tenantId}/${environment}/${day}`);
      return Promise.resolve();
    },
    read: () => Promise.resolve(0),
  },
  { now: () => new Date(now) },
);

test('a synthesis is counted once, before it is answered, on the day of the answer', async () => {
  expect(await run(scope, () => Promise.resolve('pack'))).toBe('pack');
  expect(counted).toEqual(['a/live/2026-12-31']);
  await run({ ...scope, environment: 'test' }, () => {
    now = '2027-01-01T00:00:00.000Z';
    return Promise.resolve('pack');
  });
  expect(counted).toEqual(['a/live/2026-12-31', 'a/test/2027-01-01']);
});

test('a synthesis that fails is not counted', async () => {
  await expect(run(scope, () => Promise.reject(new Error('no index')))).rejects.toThrow('no index');
  expect(counted).toEqual([]);
});

test('a synthesis that cannot be counted is not answered', async () => {
  isDown = true;
  await expect(run(scope, () => Promise.resolve('pack'))).rejects.toThrow('down');
});
