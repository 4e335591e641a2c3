import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from '@jest/globals';
import { Strata } from '@strata/client/strata';
import { MemoryFiles } from './memory-tool.ts';

it('A command ends when its time is up, though the service answers nothing', async () => {
  const server = createServer(() => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const files = new MemoryFiles({ strata: new Strata({ baseUrl, apiKey: 'none' }), timeoutMs: 20 });
  const commands = [
    () => files.view({ command: 'view', path: '/memories' }),
    () => files.create({ command: 'create', path: '/memories/a.txt', file_text: 'text' }),
  ];
  for (const command of commands) await expect(command()).rejects.toThrow(/Strata|abort/u);
  server.closeAllConnections();
  server.close();
});
