import { expect, it } from '@jest/globals';
import { Strata } from '@strata/client/strata';
import { openServiceDown, WAYS_DOWN } from '@strata/testkit/service-down';
import { StrataStore } from './store.ts';

const MESSAGES = { 'is away': /could not be reached/u, hangs: /did not answer within 100 ms$/u };

it.each(WAYS_DOWN)('Every operation ends with a clear error if Strata %s', async (way) => {
  await using down = await openServiceDown(way);
  const { timeoutMs, code } = down;
  const store = new StrataStore({ strata: new Strata({ baseUrl: down.baseUrl, apiKey: 'none' }), timeoutMs });
  const operations: Record<string, Promise<unknown>> = {
    get: store.get(['a'], 'k'),
    put: store.put(['a'], 'k', { n: 1 }),
    delete: store.delete(['a'], 'k'),
    list: store.search(['a']),
    search: store.search(['a'], { query: 'words' }),
    namespaces: store.listNamespaces(),
  };
  const names = Object.keys(operations);
  const ends = await Promise.allSettled(Object.values(operations));
  expect(ends.map((end, at) => ({ ...end, name: names[at] }))).toEqual(
    names.map((name) => ({
      ...{ name, status: 'rejected' },
      reason: expect.objectContaining({ name: 'StrataError', code, message: expect.stringMatching(MESSAGES[way]) }),
    })),
  );
});
