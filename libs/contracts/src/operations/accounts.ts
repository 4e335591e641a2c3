import { defineOperation } from '../operation.ts';
import {
  apiKeySchema,
  createApiKeyRequestSchema,
  createdApiKeySchema,
  loginRequestSchema,
  registerRequestSchema,
  revokedApiKeySchema,
  sessionSchema,
} from '../schemas/account.ts';
import { cursorPage, cursorQuery, idParams } from '../schemas/paging.ts';

export const registerAccount = defineOperation({
  name: 'registerAccount',
  summary: 'Register an account',
  method: 'POST',
  path: '/v1/auth/register',
  credential: 'public',
  scope: null,
  service: 'gateway',
  body: registerRequestSchema,
  response: sessionSchema,
  successStatus: 201,
  errors: ['conflict'],
});

export const logIn = defineOperation({
  name: 'logIn',
  summary: 'Log in',
  method: 'POST',
  path: '/v1/auth/login',
  credential: 'public',
  scope: null,
  service: 'gateway',
  body: loginRequestSchema,
  response: sessionSchema,
  errors: ['unauthorized'],
});

export const createApiKey = defineOperation({
  name: 'createApiKey',
  summary: 'Create an API key',
  method: 'POST',
  path: '/v1/api-keys',
  credential: 'jwt',
  scope: 'admin',
  service: 'gateway',
  body: createApiKeyRequestSchema,
  response: createdApiKeySchema,
  successStatus: 201,
});

export const listApiKeys = defineOperation({
  name: 'listApiKeys',
  summary: 'List API keys',
  method: 'GET',
  path: '/v1/api-keys',
  credential: 'jwt',
  scope: 'read',
  service: 'gateway',
  query: cursorQuery,
  response: cursorPage(apiKeySchema),
});

export const revokeApiKey = defineOperation({
  name: 'revokeApiKey',
  summary: 'Revoke an API key',
  method: 'DELETE',
  path: '/v1/api-keys/{id}',
  credential: 'jwt',
  scope: 'admin',
  service: 'gateway',
  params: idParams,
  response: revokedApiKeySchema,
  errors: ['not_found'],
});
