/** `npm run configuration`: writes docs/configuration.md from the schemas of all settings. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'prettier';
import { bootstrap } from './bootstrap.mjs';
import { root } from './setup/workspace.mjs';

await bootstrap();
const { configurationPage } = await import('./configuration/configuration-page.mjs');
const { configurationSections } = await import('./configuration/sections.mjs');
const sections = await configurationSections((path) => import(`../${path.replace('/src/', '/dist/')}.js`));
const page = await format(configurationPage(sections), { parser: 'markdown', printWidth: 120 });
writeFileSync(join(root, 'docs', 'configuration.md'), page);
