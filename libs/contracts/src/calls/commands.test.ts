import { expect, it } from '@jest/globals';
import { readdir } from 'node:fs/promises';
import { COMMANDS } from './commands.ts';

it('Every command that a file of this folder defines is listed', async () => {
  const defined: string[] = [];
  for (const file of await readdir(new URL('.', import.meta.url))) {
    if (file.endsWith('.test.ts') || file === 'commands.ts') continue;
    const exported = (await import(new URL(file, import.meta.url).href)) as Record<string, { kind?: string }>;
    for (const one of Object.values(exported)) if (one.kind === 'command') defined.push((one as { name: string }).name);
  }
  expect(COMMANDS.map(({ name }) => name).sort()).toEqual(defined.sort());
});
