import { takesBody, type Operation } from '@strata/contracts/operation';
import { failureEnvelope } from '@strata/contracts/schemas/envelope';
import { ROLE_PERMISSIONS, ROLES, type Permission } from '@strata/contracts/schemas/organization';
import { ERROR_STATUS, type ErrorCode } from '@strata/kernel/errors';
import type { ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from 'zod-openapi';
import { CREDENTIAL_NEEDED } from '../credentials/authenticate.ts';
import { failureExample, type ErrorExample } from './envelope-example.ts';
import { headersOf, LIMIT_HEADERS, type HeaderName } from './headers.ts';
import { invalidExample } from './invalid-example.ts';

const DESCRIPTIONS: Readonly<Record<ErrorCode, string>> = {
  validation_error: 'The request is invalid; `details` names each field.',
  unauthorized: 'No valid credential.',
  forbidden: 'The credential is valid but may not do this.',
  not_found: 'It does not exist, or this caller cannot see it.',
  conflict: 'It conflicts with the current state.',
  gone: 'It existed, and was removed.',
  payload_too_large: 'The body, or an event in it, is too large.',
  unsupported_media_type: 'The body is not JSON in UTF-8, or it is compressed.',
  rate_limited: 'Too many requests; wait as long as `Retry-After` says.',
  internal_error: 'An internal error.',
  unavailable: 'A dependency does not respond, or a part is overloaded; retry as `Retry-After` says.',
};

/** The response for an error, with one example. */
function errorResponse(example: ErrorExample, hasTenant: boolean, ...more: HeaderName[]): ZodOpenApiResponseObject {
  const { code } = example;
  return {
    description: DESCRIPTIONS[code],
    headers: headersOf('X-Request-Id', ...(ERROR_STATUS[code] < 500 ? LIMIT_HEADERS : []), ...more),
    content: {
      'application/json': {
        schema: failureEnvelope,
        examples: { [code]: { value: failureExample(example, hasTenant) } },
      },
    },
  };
}

const UNAVAILABLE: ErrorExample = {
  code: 'unavailable',
  message: 'The database is unavailable, try again shortly',
};

/** Errors with the same text for every operation, as components. */
const SHARED: Readonly<Partial<Record<ErrorCode, ZodOpenApiResponseObject>>> = {
  unauthorized: {
    id: 'Unauthorized',
    ...errorResponse({ code: 'unauthorized', message: CREDENTIAL_NEEDED }, false, 'WWW-Authenticate'),
  },
  unsupported_media_type: {
    id: 'UnsupportedMediaType',
    ...errorResponse(
      {
        code: 'unsupported_media_type',
        message: 'The body must be JSON in UTF-8 (Content-Type: application/json)',
      },
      true,
    ),
  },
  rate_limited: {
    id: 'RateLimited',
    ...errorResponse(
      { code: 'rate_limited', message: 'Too many requests with this credential, try again in 12 seconds' },
      true,
      'Retry-After',
    ),
  },
  internal_error: {
    id: 'InternalError',
    ...errorResponse(
      {
        code: 'internal_error',
        message: 'An internal error occurred; the request id finds it in the logs',
      },
      true,
    ),
  },
  unavailable: {
    id: 'Unavailable',
    ...errorResponse(UNAVAILABLE, true, 'Retry-After'),
  },
};

/** All errors of an operation by status, each with an example. */
export const errorResponses = (operation: Operation): ZodOpenApiResponsesObject =>
  Object.fromEntries(errorCodesOf(operation).map((code) => [statusOf(code, operation), responseOf(code, operation)]));

/** Ordered by status. */
function errorCodesOf(operation: Operation): ErrorCode[] {
  const codes = new Set<ErrorCode>([
    'validation_error',
    ...(operation.credential === 'public' ? [] : (['unauthorized', 'forbidden'] as const)),
    ...(takesBody(operation) ? (['payload_too_large', 'unsupported_media_type'] as const) : []),
    ...operation.errors,
    'rate_limited',
    'internal_error',
    'unavailable',
  ]);
  return (Object.keys(ERROR_STATUS) as ErrorCode[]).filter((code) => codes.has(code));
}

const statusOf = (code: ErrorCode, { invalidStatus }: Operation): number =>
  code === 'validation_error' ? invalidStatus : ERROR_STATUS[code];

function responseOf(code: ErrorCode, operation: Operation): ZodOpenApiResponseObject {
  const message = operation.errorMessages[code];
  const shared = message === undefined ? SHARED[code] : undefined;
  if (code === 'unavailable' && operation.whenUnavailable !== '') return unavailableOf(operation);
  return shared ?? errorResponse(exampleOf(code, operation), operation.credential !== 'public');
}

/** The 503 of an operation that may have had an effect. */
function unavailableOf({ whenUnavailable }: Operation): ZodOpenApiResponseObject {
  const response = errorResponse(UNAVAILABLE, true, 'Retry-After');
  return { ...response, description: `${DESCRIPTIONS.unavailable} ${whenUnavailable}` };
}

function exampleOf(code: ErrorCode, operation: Operation): ErrorExample {
  if (code === 'validation_error') return invalidExample(operation);
  const message = operation.errorMessages[code];
  if (message !== undefined) return { code, message };
  if (code === 'forbidden') return { code, message: whyForbidden(operation) };
  if (code === 'payload_too_large')
    return { code, message: `The body is larger than ${String(operation.maxBodyBytes)} bytes` };
  return { code, message: DESCRIPTIONS[code] };
}

function whyNotPermitted(permission: Permission): string {
  const role = ROLES.findLast((candidate) => !ROLE_PERMISSIONS[candidate].includes(permission));
  if (role === undefined) return 'You are not a member of this organization';
  return `This needs the permission "${permission}", which the role ${role} does not have`;
}

function whyForbidden({ credential, scope, permission }: Operation): string {
  if (permission !== null) return whyNotPermitted(permission);
  if (credential === 'jwt') return 'This needs the token of a signed-in user; an API key is not enough';
  return `This needs the scope "${String(scope)}"`;
}
