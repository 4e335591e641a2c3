/** `npm run python-client`: writes the operations and types of the Python client from docs/openapi.json. */
import { writeFileSync } from 'node:fs';
import { GENERATED_FOLDER, generatedClient } from './python-client/generated-client.mjs';

for (const [name, text] of Object.entries(generatedClient())) writeFileSync(new URL(name, GENERATED_FOLDER), text);
