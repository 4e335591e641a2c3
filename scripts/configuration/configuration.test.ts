import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { z } from 'zod';

interface Section {
  readonly title: string;
  readonly note: string;
  readonly schema: z.ZodObject;
}

/** Plain JavaScript, without types. */
const { configurationPage } = (await import(new URL('configuration-page.mjs', import.meta.url).href)) as {
  configurationPage: (sections: readonly Section[]) => string;
};
const { configurationSections } = (await import(new URL('sections.mjs', import.meta.url).href)) as {
  configurationSections: (load: (path: string) => Promise<Record<string, unknown>>) => Promise<Section[]>;
};

/** Cells without padding: Prettier aligns the table that is checked in. */
const unpadded = (page: string): string => page.replace(/ +\|/g, ' |').replace(/\| +/g, '| ').replace(/-{3,}/g, '---');

test('docs/configuration.md is generated from the present schemas (npm run configuration)', async () => {
  const load = (path: string) => import(`../../${path}.ts`) as Promise<Record<string, unknown>>;
  const page = readFileSync(new URL('../../docs/configuration.md', import.meta.url), 'utf8');
  expect(unpadded(page).trim()).toBe(unpadded(configurationPage(await configurationSections(load))).trim());
});

test('a setting without a description is an error', () => {
  const sections = [{ title: 'One', note: 'Note.', schema: z.object({ PORT: z.coerce.number() }) }];
  expect(() => configurationPage(sections)).toThrow('The setting PORT has no description');
});

test('a row shows default, bounds and choices', () => {
  const schema = z.object({
    PORT: z.coerce.number().int().min(1).max(9).default(8).describe('Port.'),
    LEVEL: z.enum(['low', 'high']).describe('Level.'),
  });
  const page = configurationPage([{ title: 'One', note: 'Note.', schema }]);
  expect(page).toContain('| `PORT` | `8` | Port. 1 to 9. |');
  expect(page).toContain('| `LEVEL` | required | Level. One of `low`, `high`. |');
});
