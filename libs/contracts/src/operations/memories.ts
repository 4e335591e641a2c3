import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { agentIdSchema, namespaceIdSchema, sessionIdSchema, userIdSchema } from '../schemas/event.ts';
import { text } from '../schemas/json.ts';
import { MEMORY_KINDS, memorySchema, memoryTimelineSchema } from '../schemas/memory.ts';
import { cursorPage, cursorQuery, idParams, timeRange } from '../schemas/paging.ts';
import { outcomeFilter } from '../schemas/session.ts';

const MEMORY = {
  id: 'mem_8b3f368d91040606c766f7286f9f48f3',
  kind: 'fact',
  content:
    '[8 May 2026] Maya: We moved the nightly export to four in the morning, because the backup blocks the database until three.',
  tags: ['exports'],
  agentId: 'ops',
  namespaceId: null,
  userId: null,
  sessionId: 'standup-42',
  sessionOutcome: null,
  speaker: 'Maya',
  importance: 0.58,
  confidence: 0.8,
  tokenCount: 29,
  sourceEvents: ['evt_b057b47eae1de0f0b20326202c0dbd25'],
  validFrom: '2026-05-08T09:00:00.000Z',
  validTo: null,
  replacedBy: null,
  createdAt: '2026-05-08T09:15:23.400Z',
  updatedAt: '2026-05-08T09:15:23.400Z',
  archivedAt: null,
} as const satisfies z.input<typeof memorySchema>;

/** Newest first. `type` filters by kind. */
export const listMemories = defineOperation({
  name: 'listMemories',
  summary: 'List memories',
  description:
    'Newest first. Filters are combined with AND; `type` is the kind of memory. Archived memories are listed only on request.',
  method: 'GET',
  path: '/v1/memories',
  credential: 'api-key',
  scope: 'read',
  service: 'learn-compiler',
  query: cursorQuery.extend({
    agentId: agentIdSchema.optional(),
    userId: userIdSchema.optional(),
    namespaceId: namespaceIdSchema.optional(),
    sessionId: sessionIdSchema.optional(),
    ...timeRange,
    type: z.enum(MEMORY_KINDS).optional(),
    tag: text(1, 100).optional().describe('Only memories with this tag.'),
    current: z
      .enum(['true', 'false'])
      .optional()
      .describe('`true` lists only what holds, `false` only what a newer memory replaced.'),
    outcome: outcomeFilter,
    archived: z.enum(['true', 'false']).default('false').describe('`true` lists only archived memories.'),
  }),
  response: cursorPage(memorySchema).meta({ id: 'MemoryPage', description: 'One page of memories.' }),
  examples: [
    {
      summary: 'The memories of one agent',
      query: { agentId: 'ops' },
      response: { items: [MEMORY], pagination: { hasMore: false, cursor: null, total: 1 } },
    },
  ],
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
  errorMessages: { not_found: 'The memory does not exist' },
  examples: [{ summary: 'A fact', params: { id: MEMORY.id }, response: MEMORY }],
});

const EARLIER = {
  ...MEMORY,
  id: 'mem_31f7c0d2a4b64e0f9e5b7a1c8d2f6a90',
  content: '[2 March 2026] Maya: The nightly export runs at two in the morning.',
  validFrom: '2026-03-02T09:00:00.000Z',
  validTo: MEMORY.validFrom,
  replacedBy: MEMORY.id,
} as const satisfies z.input<typeof memorySchema>;

export const getMemoryTimeline = defineOperation({
  name: 'getMemoryTimeline',
  summary: 'Read what a memory replaced, and what replaced it',
  description:
    'One fact over time, the earliest memory first. A memory that nothing replaced, and that replaced nothing, is alone. What a policy hides from you is left out, with what only it connects.',
  method: 'GET',
  path: '/v1/memories/{id}/timeline',
  credential: 'api-key',
  scope: 'read',
  service: 'learn-compiler',
  params: idParams,
  response: memoryTimelineSchema,
  errors: ['not_found'],
  errorMessages: { not_found: 'The memory does not exist' },
  examples: [
    {
      summary: 'A fact that changed',
      params: { id: MEMORY.id },
      response: { memoryId: MEMORY.id, memories: [EARLIER, MEMORY], truncated: false },
    },
  ],
});

/** Removes the memory from every store and from synthesize. Learning the same events again does not restore it. */
export const deleteMemory = defineOperation({
  name: 'deleteMemory',
  summary: 'Delete one memory',
  description:
    'Removes the memory from every store and from synthesize, permanently: learning the same events again does not restore it.',
  method: 'DELETE',
  path: '/v1/memories/{id}',
  credential: 'api-key',
  scope: 'admin',
  service: 'learn-compiler',
  params: idParams,
  response: z
    .object({ id: z.string(), deleted: z.literal(true) })
    .meta({ id: 'DeletedMemory', description: 'The deleted memory.' }),
  errors: ['not_found'],
  errorMessages: { not_found: 'The memory does not exist' },
  examples: [{ summary: 'Deleted', params: { id: MEMORY.id }, response: { id: MEMORY.id, deleted: true } }],
});

/** Returns an archived memory to synthesize and the lists. Its age then counts from now. */
export const restoreMemory = defineOperation({
  name: 'restoreMemory',
  summary: 'Restore an archived memory',
  description:
    'Returns it to synthesize and the lists. Its age counts from now, so that it is not archived again at once. A memory that is not archived stays unchanged.',
  method: 'POST',
  path: '/v1/memories/{id}/restore',
  credential: 'api-key',
  scope: 'admin',
  service: 'learn-compiler',
  params: idParams,
  response: memorySchema,
  errors: ['not_found'],
  errorMessages: { not_found: 'The memory does not exist' },
  examples: [{ summary: 'Restored', params: { id: MEMORY.id }, response: MEMORY }],
});
