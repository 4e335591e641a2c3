import { expect, test } from '@jest/globals';
import { newBatchId, newLearnJobId } from './capture-ids.ts';
import { derivedId, looksLikeId, newId } from './ids.ts';

const scope = { tenantId: 'ten_1', environment: 'live' } as const;

test.each([
  newId('team'),
  newId('mbr'),
  derivedId('mem', 'part'),
  newBatchId(scope),
  newLearnJobId(scope),
  'key_0Qz9AbCdEfGhIjKl',
])('%s looks like an id', (id) => {
  expect(looksLikeId(id)).toBe(true);
});

test.each([
  `strata_live_0123456789abcdef_${'x'.repeat(33)}`,
  `strata_inv_${'x'.repeat(43)}`,
  `ghp_${'x'.repeat(36)}`,
  'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ1c3JfMSJ9.c2lnbmVk',
  `mem_${'0'.repeat(33)}`,
  'mem_',
  'mem_1\n',
  'xmem_1',
  'pass_word',
  '',
])('%j does not look like an id', (text) => {
  expect(looksLikeId(text)).toBe(false);
});

test('New ids differ, however many there are', () => {
  const ids = Array.from({ length: 10_000 }, () => newId('req'));
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.every((id) => /^req_[0-9a-f]{32}$/.test(id))).toBe(true);
});
