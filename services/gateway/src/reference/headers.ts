import type { ZodOpenApiHeadersObject } from 'zod-openapi';

const epochSeconds = { type: 'integer', minimum: 0 } as const;

/** The headers of answers, as components that every response refers to. */
export const HEADERS = {
  'X-Request-Id': {
    description: 'The id of the request: the one that was sent, or a new one.',
    required: true,
    schema: { type: 'string', pattern: '^[A-Za-z0-9._:-]{1,128}$' },
    example: 'req_07d8af79f6506445635393302b944467',
  },
  'X-RateLimit-Limit': {
    description: 'Requests a minute that the tightest limit allows.',
    required: true,
    schema: epochSeconds,
    example: 1000,
  },
  'X-RateLimit-Remaining': {
    description: 'What is left of them in this window; the burst is not counted in.',
    required: true,
    schema: epochSeconds,
    example: 987,
  },
  'X-RateLimit-Reset': {
    description: 'When the window ends, in seconds since 1970.',
    required: true,
    schema: epochSeconds,
    example: 1778230860,
  },
  'Retry-After': {
    description: 'Seconds to wait before a retry makes sense.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
    example: 12,
  },
  'WWW-Authenticate': {
    description: 'How to authenticate.',
    required: true,
    schema: { type: 'string', const: 'Bearer' },
    example: 'Bearer',
  },
  'Cache-Control': { description: 'How long it may be kept.', required: true, schema: { type: 'string' } },
  ETag: { description: 'Names this version.', required: true, schema: { type: 'string' } },
} as const satisfies ZodOpenApiHeadersObject;

export type HeaderName = keyof typeof HEADERS;

/** Headers of that name, by reference. */
export const headersOf = (...names: readonly HeaderName[]): ZodOpenApiHeadersObject =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

export const LIMIT_HEADERS = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'] as const;
