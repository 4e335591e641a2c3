/** `npm run client`: writes the operations and types of the TypeScript SDK, from the table of operations and its OpenAPI document. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bootstrap } from './bootstrap.mjs';
import { root } from './setup/workspace.mjs';

await bootstrap();
const { generatedClient } = await import('./client/generated-client.mjs');
for (const [name, text] of Object.entries(await generatedClient())) {
  writeFileSync(join(root, 'libs', 'client', 'src', 'generated', name), text);
}
