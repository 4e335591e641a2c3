import { expect, it } from '@jest/globals';
import { Strata } from '@strata/client/strata';
import { openServiceDown } from '@strata/testkit/service-down';
import { MemoryFiles } from './memory-tool.ts';

it('A command ends when its time is up, though the service answers nothing', async () => {
  await using down = await openServiceDown('hangs');
  const files = new MemoryFiles({ strata: new Strata({ baseUrl: down.baseUrl, apiKey: 'none' }), timeoutMs: 20 });
  const commands = [
    () => files.view({ command: 'view', path: '/memories' }),
    () => files.create({ command: 'create', path: '/memories/a.txt', file_text: 'text' }),
  ];
  for (const command of commands) await expect(command()).rejects.toThrow(/Strata|abort/u);
});
