import { expect, it } from '@jest/globals';
import { readdir } from 'node:fs/promises';
import { COMMANDS } from './remove-queues.ts';

const CALLS = new URL('../../contracts/src/calls/', import.meta.url);

it('The queues of every command of the contracts are removed', async () => {
  const names: string[] = [];
  for (const file of await readdir(CALLS)) {
    const exported = Object.values((await import(new URL(file, CALLS).href)) as Record<string, { kind?: string }>);
    for (const one of exported) if (one.kind === 'command') names.push((one as { name: string }).name);
  }
  expect(COMMANDS.map(({ name }) => name).sort()).toEqual(names.sort());
});
