import { expect, it } from '@jest/globals';
import { Strata } from '@strata/client/strata';
import { MemoryFiles } from './memory-tool.ts';

it('A command ends when its time is up, though the service answers nothing', async () => {
  const silent: typeof fetch = (_url, init) =>
    new Promise((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
    });
  const strata = new Strata({ baseUrl: 'http://localhost', apiKey: 'none', fetch: silent });
  const files = new MemoryFiles({ strata, timeoutMs: 20 });
  const commands = [
    () => files.view({ command: 'view', path: '/memories' }),
    () => files.create({ command: 'create', path: '/memories/a.txt', file_text: 'text' }),
  ];
  for (const command of commands) await expect(command()).rejects.toThrow(/Strata|abort/u);
});
