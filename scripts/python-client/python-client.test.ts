import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';

/** Plain JavaScript, without types. */
const { GENERATED_FOLDER, generatedClient } = (await import(new URL('generated-client.mjs', import.meta.url).href)) as {
  GENERATED_FOLDER: URL;
  generatedClient: () => Record<string, string>;
};

it.each(Object.entries(generatedClient()))(
  '%s of the Python client is generated from the present docs/openapi.json (npm run python-client)',
  (name, text) => {
    expect(readFileSync(new URL(name, GENERATED_FOLDER), 'utf8')).toBe(text);
  },
);
