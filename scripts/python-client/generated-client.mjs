import { readFileSync } from 'node:fs';
import { apiFile } from './api-file.mjs';
import { operationsFile } from './operations-file.mjs';
import { readOperations } from './read-operations.mjs';
import { TypeWriter } from './type-writer.mjs';

const DOCUMENT = new URL('../../docs/openapi.json', import.meta.url);
/** Where the generated files are. */
export const GENERATED_FOLDER = new URL('../../libs/client-python/src/strata/', import.meta.url);

/**
 * The generated files of the Python client by name, from docs/openapi.json: `types.py`, the types; `operations.py`, what a request
 * needs to know of each operation; `api.py`, a method for each operation.
 * @returns {Record<string, string>}
 */
export function generatedClient() {
  const document = JSON.parse(readFileSync(DOCUMENT, 'utf8'));
  const types = new TypeWriter(document.components.schemas);
  const operations = readOperations(document, types);
  return {
    'types.py': types.file(),
    'operations.py': operationsFile(operations),
    'api.py': apiFile(operations, types),
  };
}
