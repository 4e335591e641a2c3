/** `npm run openapi`: writes the OpenAPI document of the current operations to docs/openapi.json. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bootstrap } from './bootstrap.mjs';
import { root } from './setup/workspace.mjs';

await bootstrap();
const { checkedInCopy } = await import('../services/gateway/dist/reference/checked-in-copy.js');
writeFileSync(join(root, 'docs', 'openapi.json'), checkedInCopy());
