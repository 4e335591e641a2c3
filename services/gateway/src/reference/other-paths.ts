import { getHealth } from '@strata/contracts/operations/health';
import { metaSchema, successEnvelope } from '@strata/contracts/schemas/envelope';
import { healthSchema, HEALTH_STATUSES } from '@strata/contracts/schemas/health';
import { VERSION } from '@strata/kernel/version';
import { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject, ZodOpenApiResponseObject } from 'zod-openapi';
import { failureExample, successExample } from './envelope-example.ts';
import { headersOf, LIMIT_HEADERS, type HeaderName } from './headers.ts';
import { tagOf } from './tags.ts';

const PUBLIC_KEY = {
  kty: 'EC',
  crv: 'P-256',
  x: 'gzThqU9_mcwxh0x_u3hSmcx5NFZVAnaujzlm_BSV7gY',
  y: 'UYL2voo1-4q4w91QkFSapr1RM0w1v-0Alm6mFONLuMs',
  kid: 'ctiAkycYlstCDKusEpcTDqJ7yHHGr8jYqIIDwJn1UHI',
  alg: 'ES256',
  use: 'sig',
};

const link = z.enum(['connected', 'disconnected']);
const flatHealth = z
  .object({
    status: z.enum(HEALTH_STATUSES),
    version: z.string(),
    postgres: link,
    cache: link,
    uptime: z.number().describe('Seconds since the process that responds was started'),
  })
  .meta({ id: 'FlatHealth', description: 'Health in short form.' });

const unhealthy = z
  .object({
    ok: z.literal(false),
    error: z.object({ code: z.literal('unhealthy'), message: z.string() }),
    data: healthSchema,
    meta: metaSchema,
  })
  .meta({ id: 'UnhealthyResponse', description: 'The error, with the health record.' });

const keySet = z
  .object({
    keys: z.array(z.looseObject({ kty: z.string(), kid: z.string(), alg: z.string(), use: z.literal('sig') })),
  })
  .meta({ id: 'JsonWebKeySet', description: 'Public keys (RFC 7517).' });

type Examples = Readonly<Record<string, { readonly summary: string; readonly value: unknown }>>;

const json = (schema: z.ZodType, examples: Examples): ZodOpenApiResponseObject['content'] => ({
  'application/json': { schema, examples },
});

const responseOf = (description: string, ...headers: readonly HeaderName[]) => ({
  description,
  headers: headersOf('X-Request-Id', ...LIMIT_HEADERS, ...headers),
});

const UNHEALTHY = { code: 'unhealthy', message: 'The service is degraded: workers' };

const healthOf = (code: 'healthy' | 'unhealthy'): Examples => {
  const matching = getHealth.examples.filter(
    ({ response }) => (response.status === 'healthy') === (code === 'healthy'),
  );
  const envelope = (record: object): object =>
    code === 'healthy' ? successExample(record, false) : { ...failureExample(UNHEALTHY, false), data: record };
  return Object.fromEntries(matching.map(({ summary, response }) => [code, { summary, value: envelope(response) }]));
};

const flatOf = (
  summary: string,
  status: z.infer<typeof flatHealth>['status'],
  cache: z.infer<typeof link>,
): Examples => ({
  [status]: { summary, value: { status, version: VERSION, postgres: 'connected', cache, uptime: 86_400 } },
});

const publicPath = (
  path: string,
  operation: Pick<ZodOpenApiOperationObject, 'operationId' | 'summary' | 'description' | 'responses'>,
): ZodOpenApiPathsObject => ({
  [path]: {
    get: {
      ...operation,
      tags: [tagOf(path)],
      security: [],
      parameters: [{ $ref: '#/components/parameters/RequestId' }],
    },
  },
});

/** The routes that are not in the table of operations. They need no credential. */
export const otherPaths = (): ZodOpenApiPathsObject => ({
  ...publicPath(getHealth.path, {
    operationId: getHealth.name,
    summary: getHealth.summary,
    description: getHealth.description,
    responses: {
      200: {
        ...responseOf('All subsystems are healthy.'),
        content: json(successEnvelope(healthSchema), healthOf('healthy')),
      },
      503: { ...responseOf('A subsystem is degraded or unhealthy.'), content: json(unhealthy, healthOf('unhealthy')) },
    },
  }),
  ...publicPath('/health', {
    operationId: 'probe',
    summary: 'Probe the service',
    description: 'The health in short form, for load balancers and orchestrators.',
    responses: {
      200: {
        ...responseOf('All subsystems are healthy.'),
        content: json(flatHealth, flatOf('Healthy', 'healthy', 'connected')),
      },
      503: {
        ...responseOf('A subsystem is degraded or unhealthy.'),
        content: json(flatHealth, flatOf('Without the cache', 'degraded', 'disconnected')),
      },
    },
  }),
  ...publicPath('/.well-known/jwks.json', {
    operationId: 'readKeySet',
    summary: 'Read the public keys of tokens',
    description: 'The public keys that verify the tokens of this deployment.',
    responses: {
      200: {
        ...responseOf('The keys in use.', 'Cache-Control'),
        content: json(keySet, { keys: { summary: 'One key', value: { keys: [PUBLIC_KEY] } } }),
      },
    },
  }),
  ...publicPath('/v1/openapi.json', {
    operationId: 'readDocument',
    summary: 'Read this document',
    description: 'OpenAPI 3.1. Responds 304 if `If-None-Match` names the current version.',
    responses: {
      200: {
        ...responseOf('The document.', 'Cache-Control', 'ETag'),
        content: json(z.looseObject({ openapi: z.literal('3.1.1') }), {
          start: { summary: 'The first field', value: { openapi: '3.1.1' } },
        }),
      },
      304: responseOf('It has not changed.', 'Cache-Control', 'ETag'),
    },
  }),
  ...publicPath('/docs', {
    operationId: 'readReference',
    summary: 'Read the reference',
    description: 'This document as a page.',
    responses: {
      200: {
        ...responseOf('The page.', 'Cache-Control', 'ETag'),
        content: { 'text/html': { schema: { type: 'string' }, examples: { start: { value: '<!doctype html>' } } } },
      },
      304: responseOf('It has not changed.', 'Cache-Control', 'ETag'),
    },
  }),
});
