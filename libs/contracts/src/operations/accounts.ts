import type { z } from 'zod';
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

/** The session of the examples. */
export const SESSION = {
  user: { id: 'usr_f849b5549a5138e68b2825aefdd06063', email: 'maya@example.com', name: 'Maya' },
  tenant: { id: 'ten_744d8a720c5dfb281c382dfedd867562', name: 'Example', plan: 'free' },
  token: 'eyJhbGciOiJFUzI1NiIsImtpZCI6ImN0aUEifQ.eyJzdWIiOiJ1c3JfZjg0OSIsInRlbmFudF9pZCI6InRlbl83NDRkIn0.c2lnbmF0dXJl',
  tokenType: 'Bearer',
  expiresIn: 3600,
} as const;

const API_KEY: z.output<typeof apiKeySchema> = {
  id: 'key_WaNcdgrvT2RXD5WE',
  name: 'ci',
  prefix: 'strata_test_WaNcdgrvT2RXD5WE',
  scopes: ['read', 'write'],
  environment: 'test',
  agentId: 'coder',
  createdAt: '2026-05-08T08:58:27.793Z',
  expiresAt: '2027-05-08T00:00:00.000Z',
  lastUsedAt: null,
  owner: 'user',
  createdBy: 'usr_b6a1c9de54f0a37b18c2d3e4f5061728',
};

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
  errorMessages: { conflict: 'An account with this e-mail address exists already' },
  description:
    'Creates a user with a tenant and logs in. With an `invitationToken` the user joins the organization that sent the invitation, and its tenant, instead.',
  examples: [
    {
      summary: 'A new user',
      body: { email: 'maya@example.com', password: 'correct horse battery', name: 'Maya', tenantName: 'Example' },
      response: SESSION,
    },
  ],
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
  errorMessages: { unauthorized: 'The e-mail address, the password or the tenant is wrong' },
  description:
    'Returns a token for one tenant. Every wrong login gets the same 401 after the same time; repeated failures are slowed down, then rejected with 429.',
  examples: [
    {
      summary: 'A user',
      body: { email: 'maya@example.com', password: 'correct horse battery' },
      response: SESSION,
    },
  ],
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
  description: 'The key is shown only in this response. To rotate a key, create the new one, then revoke the old one.',
  examples: [
    {
      summary: 'A test key for one agent',
      body: {
        name: 'ci',
        scopes: ['read', 'write'],
        environment: 'test',
        expiresAt: '2027-05-08T00:00:00Z',
        agentId: 'coder',
      },
      response: { ...API_KEY, key: `${API_KEY.prefix}_exampleexampleexampleexample00000` },
    },
  ],
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
  response: cursorPage(apiKeySchema).meta({ id: 'ApiKeyPage', description: 'One page of keys.' }),
  description: 'Newest first, without revoked keys. Users see their own keys; owners and admins of the tenant see all.',
  examples: [
    {
      summary: 'The only key',
      response: {
        items: [API_KEY],
        pagination: { hasMore: false, cursor: null, total: 1 },
      },
    },
  ],
});

export const revokeApiKey = defineOperation({
  name: 'revokeApiKey',
  summary: 'Revoke an API key',
  method: 'DELETE',
  path: '/v1/api-keys/{id}',
  credential: 'jwt',
  scope: 'read',
  service: 'gateway',
  params: idParams,
  response: revokedApiKeySchema,
  errors: ['not_found'],
  errorMessages: { not_found: 'The API key does not exist' },
  description:
    'The key stops working everywhere within a second, permanently. Users revoke their own keys; owners and admins of the tenant revoke all.',
  examples: [
    {
      summary: 'A revoked key',
      params: { id: API_KEY.id },
      response: { id: API_KEY.id, revokedAt: '2026-06-01T10:00:00.000Z' },
    },
  ],
});
