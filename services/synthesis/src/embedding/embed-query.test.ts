import { expect, test } from '@jest/globals';
import { createQueryEmbedder } from './embed-query.ts';
import type { Embedder } from './embedder.ts';

const TIMEOUT_MS = 20;

const embedder = (embed: Embedder['embed']): Embedder => ({ model: 'test', dimensions: 2, embed });

test('a query gets its vector', async () => {
  const query = createQueryEmbedder(
    embedder(() => Promise.resolve([[1, 2]])),
    TIMEOUT_MS,
    { now: () => new Date(0) },
  );
  expect(await query.embedQuery('where?')).toEqual([1, 2]);
});

test('a provider that never answers gives no vector', async () => {
  const never = embedder(() => new Promise(() => undefined));
  expect(await createQueryEmbedder(never, TIMEOUT_MS, { now: () => new Date(0) }).embedQuery('where?')).toBeNull();
});

test('after three failures in a row the provider is left alone for ten seconds', async () => {
  let now = 0;
  let asked = 0;
  const failing = embedder(() => {
    asked += 1;
    return Promise.reject(new Error('down'));
  });
  const query = createQueryEmbedder(failing, TIMEOUT_MS, { now: () => new Date(now) });
  for (let i = 0; i < 6; i++) expect(await query.embedQuery('where?')).toBeNull();
  expect(asked).toBe(3);
  now = 10_000;
  await query.embedQuery('where?');
  expect(asked).toBe(4);
});
