import { beforeEach, expect, test } from '@jest/globals';
import type { RequestContext } from '@strata/kernel/actor';
import { createCountedSynthesis } from './count-synthesis.ts';

const context: RequestContext = {
  scope: { tenantId: 'a', environment: 'live' },
  actor: { type: 'api_key', id: 'key_1', scopes: ['read'] },
  requestId: 'req_1',
};
const given = [{ id: 'mem_1', place: { namespaceId: null, agentId: null } }];
const pack = { memories: given };

let counted: string[];
let recorded: string[];
let now: string;
let isDown: boolean;

beforeEach(() => {
  counted = [];
  recorded = [];
  now = '2026-12-31T23:59:59.999Z';
  isDown = false;
});
const run = createCountedSynthesis(
  {
    count: ({ scope: { tenantId, environment } }, day, report) => {
      if (isDown) return Promise.reject(new Error('down'));
      counted.push(`${tenantId}/${environment}/${day}`);
      recorded.push(...(report?.accesses.flatMap(({ memoryIds }) => memoryIds) ?? []));
      return Promise.resolve();
    },
    read: () => Promise.resolve(0),
  },
  { now: () => new Date(now) },
);

test('a synthesis is counted once, before it is answered, on the day of the answer', async () => {
  expect(await run(context, () => Promise.resolve(pack))).toBe(pack);
  expect(counted).toEqual(['a/live/2026-12-31']);
  await run({ ...context, scope: { tenantId: 'a', environment: 'test' } }, () => {
    now = '2027-01-01T00:00:00.000Z';
    return Promise.resolve(pack);
  });
  expect(counted).toEqual(['a/live/2026-12-31', 'a/test/2027-01-01']);
});

test('a synthesis that fails is not counted', async () => {
  await expect(run(context, () => Promise.reject(new Error('no index')))).rejects.toThrow('no index');
  expect(counted).toEqual([]);
});

test('a synthesis that cannot be counted is not answered', async () => {
  isDown = true;
  await expect(run(context, () => Promise.resolve(pack))).rejects.toThrow('down');
});

test('the memories that a caller is given are told with the count', async () => {
  await run(context, () => Promise.resolve(pack));
  expect(recorded).toEqual(['mem_1']);
});

test('what the service reads for itself is counted and not recorded', async () => {
  await run({ ...context, actor: { type: 'system', id: 'system', scopes: [] } }, () => Promise.resolve(pack));
  expect(counted).toHaveLength(1);
  expect(recorded).toEqual([]);
});
