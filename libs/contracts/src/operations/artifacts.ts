import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { ARTIFACT_TYPES, artifactSchema } from '../schemas/artifact.ts';
import { agentIdSchema } from '../schemas/event.ts';
import { idParams, queryInteger } from '../schemas/paging.ts';

/** Offset-paged, newest compilation first; each item is whole, so that a reader needs no second call an artifact. */
export const listArtifacts = defineOperation({
  name: 'listArtifacts',
  summary: 'List artifacts',
  method: 'GET',
  path: '/v1/artifacts',
  credential: 'api-key',
  scope: 'read',
  service: 'learn-compiler',
  query: z.strictObject({
    type: z.enum(ARTIFACT_TYPES).optional(),
    agentId: agentIdSchema.optional(),
    limit: queryInteger(1, 100).default(50),
    offset: queryInteger(0, 1_000_000).default(0),
  }),
  response: z.object({
    items: z.array(artifactSchema),
    total: z.number().int(),
    limit: z.number().int(),
    offset: z.number().int(),
    hasMore: z.boolean(),
  }),
});

export const getArtifact = defineOperation({
  name: 'getArtifact',
  summary: 'Read one artifact',
  method: 'GET',
  path: '/v1/artifacts/{id}',
  credential: 'api-key',
  scope: 'read',
  service: 'learn-compiler',
  params: idParams,
  response: artifactSchema,
  errors: ['not_found'],
});
