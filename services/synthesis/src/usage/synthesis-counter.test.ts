import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import { createSynthesisCounter, type SynthesisCounter } from './synthesis-counter.ts';

const scope: TenantScope = { tenantId: 'a', environment: 'live' };
const DAY = '2024-06-30';

let stored: Map<string, number>;
let isDown: boolean;
let counter: SynthesisCounter;

beforeEach(() => {
  stored = new Map();
  isDown = false;
  const store = {
    add: ({ tenantId, environment }: TenantScope, day: string, syntheses: number) => {
      if (isDown) return Promise.reject(new Error('down'));
      const key = `${tenantId}/${environment}/${day}`;
      stored.set(key, (stored.get(key) ?? 0) + syntheses);
      return Promise.resolve();
    },
    read: ({ tenantId, environment }: TenantScope, day: string) =>
      Promise.resolve(stored.get(`${tenantId}/${environment}/${day}`) ?? 0),
  };
  counter = createSynthesisCounter(store, { now: () => new Date(`${DAY}T12:00:00Z`) }, () => undefined);
});
afterEach(() => counter.close());

test('counts are written in one go, by partition', async () => {
  counter.count(scope);
  counter.count(scope);
  counter.count({ ...scope, environment: 'test' });
  expect(await counter.read(scope, DAY)).toBe(2);
  expect([...stored]).toEqual([
    [`a/live/${DAY}`, 2],
    [`a/test/${DAY}`, 1],
  ]);
});

test('what cannot be written is kept for the next time', async () => {
  counter.count(scope);
  isDown = true;
  expect(await counter.read(scope, DAY)).toBe(0);
  isDown = false;
  counter.count(scope);
  expect(await counter.read(scope, DAY)).toBe(2);
});

test('closing writes what is left', async () => {
  counter.count(scope);
  await counter.close();
  expect(stored.get(`a/live/${DAY}`)).toBe(1);
});
