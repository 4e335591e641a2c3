import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from '@jest/globals';
import { Strata } from '@strata/client/strata';
import { StrataStore } from './store.ts';

const DOWN = {
  'is away': { timeoutMs: 10_000, code: 'connection_failed', message: /could not be reached/u },
  hangs: { timeoutMs: 100, code: 'timed_out', message: /did not answer within 100 ms$/u },
};

/** A port that answers nothing, or on which nothing listens. */
async function open(state: keyof typeof DOWN): Promise<{ baseUrl: string; close: () => void }> {
  const server = createServer(() => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  if (state === 'is away') await new Promise((resolve) => server.close(resolve));
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { baseUrl, close };
}

it.each(['is away', 'hangs'] as const)('Every operation ends with a clear error if Strata %s', async (state) => {
  const { timeoutMs, code, message } = DOWN[state];
  const { baseUrl, close } = await open(state);
  const store = new StrataStore({ strata: new Strata({ baseUrl, apiKey: 'none' }), timeoutMs });
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
      reason: expect.objectContaining({ name: 'StrataError', code, message: expect.stringMatching(message) }),
    })),
  );
  close();
});
