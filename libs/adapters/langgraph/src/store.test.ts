import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from '@jest/globals';
import { Strata } from '@strata/client/strata';
import { StrataStore } from './store.ts';

/** Strata, which is away or answers nothing. */
async function open(state: string): Promise<{ store: StrataStore; close: () => void }> {
  const server = createServer(() => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  if (state === 'is away') await new Promise((resolve) => server.close(resolve));
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { store: new StrataStore({ strata: new Strata({ baseUrl, apiKey: 'none' }), timeoutMs: 100 }), close };
}

it.each(['is away', 'hangs'])('Every operation ends in time with a clear error if Strata %s', async (state) => {
  const { store, close } = await open(state);
  const operations = [
    () => store.get(['a'], 'k'),
    () => store.put(['a'], 'k', { n: 1 }),
    () => store.delete(['a'], 'k'),
    () => store.search(['a']),
    () => store.search(['a'], { query: 'words' }),
    () => store.listNamespaces(),
  ];
  for (const operation of operations)
    await expect(operation()).rejects.toMatchObject({
      name: 'StrataError',
      code: 'timed_out',
      message: 'Strata did not answer within 100 ms',
    });
  close();
});
