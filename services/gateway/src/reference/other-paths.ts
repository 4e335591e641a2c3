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
    uptime: z.number().describe('Seconds since the answering process started'),
  })
  .meta({ id: 'FlatHealth', description: 'Health in short.' });

const unhealthy = z
  .object({
    ok: z.literal(false),
    error: z.object({ code: z.literal('unhealthy'), message: z.string() }),
    data: healthSchema,
    meta: metaSchema,
  })
  .meta({ id: 'UnhealthyResponse', description: 'The health record beside the error.' });

const keySet = z
  .object({
    keys: z.array(z.looseObject({ kty: z.string(), kid: z.string(), alg: z.string(), use: z.literal('sig') })),
  })
  .meta({ id: 'JsonWebKeySet', description: 'Public keys as RFC 7517 has them.' });

type Examples = Readonly<Record<string, { readonly summary: string; readonly value: unknown }>>;

const json = (schema: z.ZodType, examples: Examples): ZodOpenApiResponseObject['content'] => ({
  'application/json': { schema, examples },
});

const answer = (description: string, ...headers: readonly HeaderName[]) => ({
  description,
  headers: headersOf('X-Request-Id', ...LIMIT_HEADERS, ...headers),
});

const UNHEALTHY = { code: 'unhealthy', message: 'The service is degraded: workers' };

const healthOf = (code: 'healthy' | 'unhealthy'): Examples => {
  const fitting = getHealth.examples.filter(({ response }) => (response.status === 'healthy') === (code === 'healthy'));
  const envelope = (record: object): object =>
    code === 'healthy' ? successExample(record, false) : { ...failureExample(UNHEALTHY, false), data: record };
  return Object.fromEntries(fitting.map(({ summary, response }) => [code, { summary, value: envelope(response) }]));
};

const flatOf = (
  summary: string,
  status: z.infer<typeof flatHealth>['status'],
  cache: z.infer<typeof link>,
): Examples => ({
  [status]: { summary, value: { status, version: VERSION, postgres: 'connected', cache, uptime: 86_400 } },
});

const open = (
  path: string,
  about: Pick<ZodOpenApiOperationObject, 'operationId' | 'summary' | 'description' | 'responses'>,
): ZodOpenApiPathsObject => ({
  [path]: {
    get: {
      ...about,
      tags: [tagOf(path)],
      security: [],
      parameters: [{ $ref: '#/components/parameters/RequestId' }],
    },
  },
});

/** The routes that are in no table: what is open to probes, scrapers, readers, and verifiers of tokens. */
export const otherPaths = (): ZodOpenApiPathsObject => ({
  ...open(getHealth.path, {
    operationId: getHealth.name,
    summary: getHealth.summary,
    description: getHealth.description,
    responses: {
      200: {
        ...answer('All subsystems are healthy.'),
        content: json(successEnvelope(healthSchema), healthOf('healthy')),
      },
      503: { ...answer('A subsystem is degraded or unhealthy.'), content: json(unhealthy, healthOf('unhealthy')) },
    },
  }),
  ...open('/health', {
    operationId: 'probe',
    summary: 'Probe the service',
    description: 'The same in short, for load balancers and orchestrators.',
    responses: {
      200: {
        ...answer('All subsystems are healthy.'),
        content: json(flatHealth, flatOf('All is well', 'healthy', 'connected')),
      },
      503: {
        ...answer('A subsystem is degraded or unhealthy.'),
        content: json(flatHealth, flatOf('The cache is missing', 'degraded', 'disconnected')),
      },
    },
  }),
  ...open('/metrics', {
    operationId: 'readMetrics',
    summary: 'Read the metrics',
    description: "Prometheus's text format, for a scraper inside the network.",
    responses: {
      200: {
        ...answer('The metrics of the answering process.'),
        content: {
          'text/plain': {
            schema: { type: 'string' },
            examples: {
              counter: {
                value:
                  '# TYPE strata_http_request_seconds histogram\nstrata_http_request_seconds_count{method="POST",route="/v1/capture",status="202",service="gateway"} 42\n',
              },
            },
          },
        },
      },
    },
  }),
  ...open('/.well-known/jwks.json', {
    operationId: 'readKeySet',
    summary: 'Read the public keys of tokens',
    description: 'Whoever verifies the tokens of this deployment finds the keys here.',
    responses: {
      200: {
        ...answer('The keys in use.', 'Cache-Control'),
        content: json(keySet, { keys: { summary: 'One key', value: { keys: [PUBLIC_KEY] } } }),
      },
    },
  }),
  ...open('/v1/openapi.json', {
    operationId: 'readDocument',
    summary: 'Read this document',
    description: 'OpenAPI 3.1. Answers 304 to an `If-None-Match` that names the version.',
    responses: {
      200: {
        ...answer('The document.', 'Cache-Control', 'ETag'),
        content: json(z.looseObject({ openapi: z.literal('3.1.1') }), {
          start: { summary: 'Its beginning', value: { openapi: '3.1.1' } },
        }),
      },
      304: answer('It has not changed.', 'Cache-Control', 'ETag'),
    },
  }),
  ...open('/docs', {
    operationId: 'readReference',
    summary: 'Read the reference',
    description: 'This document as a page.',
    responses: {
      200: {
        ...answer('The page.', 'Cache-Control', 'ETag'),
        content: { 'text/html': { schema: { type: 'string' }, examples: { start: { value: '<!doctype html>' } } } },
      },
      304: answer('It has not changed.', 'Cache-Control', 'ETag'),
    },
  }),
});
