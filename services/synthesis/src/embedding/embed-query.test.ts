import { describe, expect, it } from '@jest/globals';
import { createQueryEmbedder } from './embed-query.ts';
import type { Embedder } from './embedder.ts';

const TIMEOUT_MS = 20;

const embedder = (embed: Embedder['embed']): Embedder => ({ provider: 'test', model: 'test', dimensions: 2, embed });

describe('The vector of a query', () => {
  it('comes from the provider', async () => {
    const query = createQueryEmbedder(
      embedder(() => Promise.resolve([[1, 2]])),
      TIMEOUT_MS,
      { now: () => new Date(0) },
    );
    expect(await query.embedQuery('where?')).toEqual([1, 2]);
  });

  it('is not requested for ten seconds after three failures in a row', async () => {
    let now = 0;
    let requests = 0;
    const failing = embedder(() => {
      requests += 1;
      return Promise.reject(new Error('down'));
    });
    const query = createQueryEmbedder(failing, TIMEOUT_MS, { now: () => new Date(now) });
    for (let i = 0; i < 6; i++) expect(await query.embedQuery('where?')).toBeNull();
    expect(requests).toBe(3);
    now = 10_000;
    await query.embedQuery('where?');
    expect(requests).toBe(4);
  });
});
