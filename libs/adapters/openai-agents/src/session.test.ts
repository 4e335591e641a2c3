import { expect, it } from '@jest/globals';
import { Strata } from '@strata/client/strata';
import { StrataSession } from './session.ts';

it('A call of a session ends when its time is up, though the service answers nothing', async () => {
  const silent: typeof fetch = (_url, init) =>
    new Promise((_resolve, reject) => {
      const abort = () => reject(new DOMException('aborted', 'AbortError'));
      if (init?.signal?.aborted === true) abort();
      else init?.signal?.addEventListener('abort', abort);
    });
  const strata = new Strata({ baseUrl: 'http://localhost', apiKey: 'none', fetch: silent });
  const session = new StrataSession({ strata, timeoutMs: 20 });
  const calls = [
    () => session.getItems(),
    () => session.addItems([{ role: 'user', content: 'Hello' }]),
    () => session.popItem(),
    () => session.clearSession(),
  ];
  for (const call of calls) await expect(call()).rejects.toMatchObject({ code: 'timed_out' });
});
