import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';

it('The operations and types of the SDK are those of the interface', async () => {
  const { generatedClient } = (await import(new URL('generated-client.mjs', import.meta.url).href)) as {
    generatedClient: () => Promise<Record<string, string>>;
  };
  for (const [name, text] of Object.entries(await generatedClient())) {
    const copy = readFileSync(new URL(`../../libs/client/src/generated/${name}`, import.meta.url), 'utf8');
    expect(copy === text ? 'same' : `${name} is out of date: run "npm run client" and commit it`).toBe('same');
  }
});
