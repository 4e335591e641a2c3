import type { Operation } from '@strata/contracts/operation';
import { getHealth } from '@strata/contracts/operations/health';
import { ORGANIZATION_HEADER } from '@strata/contracts/operations/organization-header';
import { VERSION } from '@strata/kernel/version';
import { createDocument, type oas31 } from 'zod-openapi';
import { describeOperation } from './describe-operation.ts';
import { HEADERS } from './headers.ts';
import { INTRODUCTION } from './introduction.ts';
import { overrideJsonSchema } from './json-schema-override.ts';
import { otherPaths } from './other-paths.ts';
import { describeParameters } from './describe-parameters.ts';
import { nameRequestBodies } from './name-request-bodies.ts';
import { describeTags } from './tags.ts';

export type OpenApiDocument = oas31.OpenAPIObject;

type Paths = Record<string, Record<string, ReturnType<typeof describeOperation>>>;

/**
 * The public interface as OpenAPI 3.1: the operations of the table and the other routes. `serverUrl` is the address of the
 * deployment; `/` is the host that served the document.
 */
export function createOpenApiDocument(operations: readonly Operation[], serverUrl: string): OpenApiDocument {
  const paths: Paths = {};
  const inTable = operations.filter(({ name }) => name !== getHealth.name);
  for (const operation of inTable) (paths[operation.path] ??= {})[methodOf(operation)] = describeOperation(operation);
  const all = { ...paths, ...(otherPaths() as Paths) };
  const used = new Set(
    Object.values(all).flatMap((methods) => Object.values(methods).flatMap(({ tags = [] }) => tags)),
  );
  const document = createDocument(
    {
      openapi: '3.1.1',
      info: {
        title: 'Strata',
        version: VERSION,
        description: INTRODUCTION,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: serverUrl, description: 'This deployment' }],
      tags: describeTags(used),
      paths: all,
      components: {
        headers: HEADERS,
        parameters: {
          RequestId: {
            name: 'X-Request-Id',
            in: 'header',
            description: 'Your own id for this request. An invalid one is replaced.',
            schema: { type: 'string', pattern: '^[A-Za-z0-9._:-]{1,128}$' },
            example: 'checkout-7f3a',
          },
          OrganizationId: {
            name: ORGANIZATION_HEADER,
            in: 'header',
            description:
              'Repeats the organization of the path; any other is rejected. A deployment may require it (`REQUIRE_ORGANIZATION_HEADER`).',
            schema: { type: 'string' },
          },
        },
        securitySchemes: {
          apiKey: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'strata_live_… or strata_test_…',
            description: 'An API key, for programs.',
          },
          userToken: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'JWT',
            description: "A user's token, from login or a trusted identity provider.",
          },
        },
      },
    },
    { override: overrideJsonSchema },
  );
  for (const operation of inTable) {
    const documented = document.paths?.[operation.path]?.[methodOf(operation)];
    if (documented?.parameters !== undefined)
      documented.parameters = describeParameters(documented.parameters, operation);
  }
  nameRequestBodies(document);
  return document;
}

const methodOf = ({ method }: Operation) => METHODS[method];
const METHODS = { GET: 'get', POST: 'post', PATCH: 'patch', DELETE: 'delete' } as const;
