import type { ZodOpenApiHeadersObject } from 'zod-openapi';

const wholeNumber = { type: 'integer', minimum: 0 } as const;

/** Headers of responses, as components. */
export const HEADERS = {
  'X-Request-Id': {
    description: 'The id of the request: the one that was sent, or a new one.',
    required: true,
    schema: { type: 'string', pattern: '^[A-Za-z0-9._:-]{1,128}$' },
    example: 'req_07d8af79f6506445635393302b944467',
  },
  'X-RateLimit-Limit': {
    description: 'Requests a minute that the tighter limit allows.',
    required: true,
    schema: wholeNumber,
    example: 1000,
  },
  'X-RateLimit-Remaining': {
    description: 'Requests left in this window, without the burst.',
    required: true,
    schema: wholeNumber,
    example: 987,
  },
  'X-RateLimit-Reset': {
    description: 'When the window ends, in seconds since 1970.',
    required: true,
    schema: wholeNumber,
    example: 1778230860,
  },
  'Retry-After': {
    description: 'Seconds to wait before a retry.',
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
  'Cache-Control': { description: 'How long it may be cached.', required: true, schema: { type: 'string' } },
  ETag: { description: 'Identifies this version.', required: true, schema: { type: 'string' } },
} as const satisfies ZodOpenApiHeadersObject;

export type HeaderName = keyof typeof HEADERS;

/** References to headers. */
export const headersOf = (...names: readonly HeaderName[]): ZodOpenApiHeadersObject =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

export const LIMIT_HEADERS = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'] as const;
