import { isBodyOptional, takesBody, type Operation } from '@strata/contracts/operation';
import { namesOrganization } from '@strata/contracts/operations/organization-header';
import { successEnvelope } from '@strata/contracts/schemas/envelope';
import type { ZodOpenApiExamplesObject, ZodOpenApiOperationObject } from 'zod-openapi';
import { successExample } from './envelope-example.ts';
import { errorResponses } from './error-responses.ts';
import { headersOf, LIMIT_HEADERS } from './headers.ts';
import { tagOf } from './tags.ts';

const SUCCESS: Readonly<Record<Operation['successStatus'], string>> = {
  200: 'The result is in `data`.',
  201: 'Created. The new resource is in `data`.',
  202: 'Accepted and stored; the work follows. The receipt is in `data`.',
};

const UNENVELOPED = 'The result, without the envelope, in the encoding of the request.';
const LINES = 'Lines, each a JSON object with a line break behind it.';

/** Describes one operation of the table. */
export function describeOperation(operation: Operation): ZodOpenApiOperationObject {
  const { name, summary, path, credential, successStatus, params, query, response } = operation;
  const hasTenant = credential !== 'public';
  const isJson = operation.mediaType === 'application/json';
  const isEnveloped = isJson && operation.protocol === 'strata';
  return {
    operationId: name,
    summary,
    description: [operation.description, needs(operation)].filter((text) => text !== '').join('\n\n'),
    tags: [tagOf(path)],
    security: securityOf(operation),
    parameters: ['RequestId', ...(namesOrganization(operation) ? ['OrganizationId'] : [])].map((name) => ({
      $ref: `#/components/parameters/${name}`,
    })),
    requestParams: { path: params as never, query: query as never },
    ...(takesBody(operation) ? { requestBody: requestBodyOf(operation) } : {}),
    responses: {
      [successStatus]: {
        description: isEnveloped ? SUCCESS[successStatus] : isJson ? UNENVELOPED : LINES,
        headers: headersOf('X-Request-Id', ...LIMIT_HEADERS),
        content: {
          [operation.mediaType]: {
            schema: isEnveloped ? successEnvelope(response) : response,
            examples: examplesOf(operation, (example) =>
              isEnveloped ? successExample(example.response, hasTenant) : example.response,
            ),
          },
          ...encodingsOf(operation),
        },
      },
      ...errorResponses(operation),
    },
  };
}

const KIB = 1024;

const requestBodyOf = (operation: Operation) => ({
  description: `The whole body: at most ${sizeOf(operation.maxBodyBytes)}.`,
  required: !isBodyOptional(operation),
  content: {
    'application/json': {
      schema: operation.documentedBody ?? operation.body,
      examples: examplesOf(operation, ({ body }) => body),
    },
    ...encodingsOf(operation),
  },
});

/** The encodings besides JSON. */
const encodingsOf = ({ protocol }: Operation) =>
  protocol === 'otlp' ? { 'application/x-protobuf': { schema: { type: 'string', format: 'binary' } as const } } : {};

const sizeOf = (bytes: number): string =>
  bytes >= KIB * KIB ? `${String(bytes / KIB / KIB)} MiB` : `${String(bytes / KIB)} KiB`;

/** The examples that have `part`, named after their summaries. */
function examplesOf(
  { examples }: Operation,
  part: (example: Operation['examples'][number]) => unknown,
): ZodOpenApiExamplesObject {
  const named = examples.map((example) => [example.summary, part(example)] as const);
  return Object.fromEntries(
    named
      .filter(([, value]) => value !== undefined)
      .map(([summary, value]) => [summary.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'), { summary, value }]),
  );
}

function needs({ credential, scope, permission }: Operation): string {
  if (credential === 'public') return 'Needs no credential.';
  const needed = credential === 'jwt' ? "Needs a user's token" : "Needs an API key or a user's token";
  if (permission !== null) return `${needed} whose role has the permission \`${permission}\`.`;
  return scope === null ? `${needed}.` : `${needed} with the scope \`${scope}\`.`;
}

/** The lists name the key scope or the permission that the credential must have. */
function securityOf({ credential, scope, permission }: Operation): Record<string, string[]>[] {
  const rights = [permission ?? scope].filter((right) => right !== null);
  if (credential === 'public') return [];
  return credential === 'jwt' ? [{ userToken: rights }] : [{ apiKey: rights }, { userToken: rights }];
}
