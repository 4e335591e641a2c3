import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { root } from '../setup/workspace.mjs';
import { REPEATABLE } from './repeatable-operations.mjs';

const HEADER = '// Written by `npm run client`. Do not edit.\n\n';

/**
 * The generated files of the SDK by name: `operations.ts`, what a request needs to know of each operation, and `schema.ts`, the types.
 * @returns {Promise<Record<string, string>>}
 */
export async function generatedClient() {
  const contracts = join(root, 'libs', 'contracts', 'dist');
  const { OPERATIONS } = await import(pathToFileURL(join(contracts, 'operations', 'table.js')).href);
  const { takesBody } = await import(pathToFileURL(join(contracts, 'operation.js')).href);
  return {
    'operations.ts': operationsFile(
      // What OpenTelemetry's exporters send is no call of this SDK.
      OPERATIONS.filter(({ protocol }) => protocol === 'strata').map((operation) =>
        describe(operation, takesBody(operation)),
      ),
    ),
    'schema.ts': await schemaFile(),
  };
}

function describe(operation, hasBody) {
  const params = [...operation.path.matchAll(/\{(\w+)\}/gu)].map(([, name]) => name);
  const query = Object.keys(operation.query.shape ?? {});
  requireDistinct(operation, [...params, ...query, ...bodyFields(operation.documentedBody ?? operation.body)]);
  return {
    name: operation.name,
    method: operation.method,
    path: operation.path,
    params,
    query,
    hasBody,
    paging: query.includes('cursor') ? 'cursor' : query.includes('offset') ? 'offset' : null,
    isStream: operation.mediaType === 'application/x-ndjson',
    isRepeatable: operation.method !== 'POST' || REPEATABLE.has(operation.name),
  };
}

/** Names of the fields of a body, in all its variants. */
function bodyFields(schema) {
  if (schema.shape !== undefined) return Object.keys(schema.shape);
  const variants = schema.options ?? [];
  return [...new Set(variants.flatMap(bodyFields))];
}

/** A caller passes parameters and fields of the body in one object, so no two may have one name. */
function requireDistinct({ name }, names) {
  const twice = names.find((one, index) => names.indexOf(one) !== index);
  if (twice !== undefined) throw new Error(`${name} has two inputs with the name ${twice}`);
}

function operationsFile(operations) {
  const lines = operations.map(({ name, ...facts }) => `  ${name}: ${JSON.stringify(facts)},`);
  return `${HEADER}import type { OperationFacts } from '../operation-facts.ts';\n\n/** Every operation of the interface, by name. */\nexport const OPERATIONS = {\n${lines.join('\n')}\n} as const satisfies Record<string, OperationFacts>;\n`;
}

async function schemaFile() {
  const document = JSON.parse(readFileSync(join(root, 'docs', 'openapi.json'), 'utf8'));
  return HEADER + astToString(await openapiTypescript(withoutFailures(document)));
}

/** Only requests and successes: errors and headers are the same for every operation, and the SDK has types of its own for them. */
function withoutFailures(document) {
  for (const operation of Object.values(document.paths).flatMap((path) => Object.values(path))) {
    operation.parameters = operation.parameters?.filter((parameter) => parameter.$ref === undefined);
    for (const [status, response] of Object.entries(operation.responses)) {
      if (Number(status) >= 400) delete operation.responses[status];
      else delete response.headers;
    }
  }
  delete document.components.responses;
  delete document.components.headers;
  return document;
}
