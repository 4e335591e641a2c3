import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { agentIdSchema, sessionIdSchema } from '../schemas/event.ts';
import { text } from '../schemas/json.ts';
import { MEMORY_KINDS, memorySchema } from '../schemas/memory.ts';
import { cursorPage, cursorQuery, idParams } from '../schemas/paging.ts';

/** Newest first. `type` filters by kind. */
export const listMemories = defineOperation({
  name: 'listMemories',
  summary: 'List memories',
  method: 'GET',
  path: '/v1/memories',
  credential: 'api-key',
  scope: 'read',
  service: 'learn-compiler',
  query: cursorQuery.extend({
    agentId: agentIdSchema.optional(),
    sessionId: sessionIdSchema.optional(),
    type: z.enum(MEMORY_KINDS).optional(),
    tag: text(1, 100).optional(),
  }),
  response: cursorPage(memorySchema),
});

export const getMemory = defineOperation({
  name: 'getMemory',
  summary: 'Read one memory',
  method: 'GET',
  path: '/v1/memories/{id}',
  credential: 'api-key',
  scope: 'read',
  service: 'learn-compiler',
  params: idParams,
  response: memorySchema,
  errors: ['not_found'],
});

/** Removes the memory from every store and from synthesize; learning the same events again does not bring it back. */
export const deleteMemory = defineOperation({
  name: 'deleteMemory',
  summary: 'Delete one memory',
  method: 'DELETE',
  path: '/v1/memories/{id}',
  credential: 'api-key',
  scope: 'admin',
  service: 'learn-compiler',
  params: idParams,
  response: z.object({ id: z.string(), deleted: z.literal(true) }),
  errors: ['not_found'],
});
