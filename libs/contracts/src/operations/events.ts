import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import {
  agentIdSchema,
  EVENT_TYPES,
  eventSchema,
  namespaceIdSchema,
  sessionIdSchema,
  userIdSchema,
} from '../schemas/event.ts';
import { text } from '../schemas/json.ts';
import { cursorPage, cursorQuery, idParams, timeRange } from '../schemas/paging.ts';
import { outcomeFilter } from '../schemas/session.ts';

const EVENT = {
  id: 'evt_b057b47eae1de0f0b20326202c0dbd25',
  type: 'message',
  sessionId: 'standup-42',
  agentId: 'ops',
  namespaceId: null,
  userId: null,
  tags: ['exports'],
  payload: {
    role: 'Maya',
    content: 'We moved the nightly export to four in the morning, because the backup blocks the database until three.',
  },
  metadata: { agentId: 'ops', tags: ['exports'], occurredAt: '2026-05-08T09:00:00Z' },
  idempotencyKey: 'standup-42-1',
  occurredAt: '2026-05-08T09:00:00.000Z',
  receivedAt: '2026-05-08T09:00:03.220Z',
  secretsReplaced: 0,
  writer: { actorId: 'usr_9d0e6f4b1c2a', actorType: 'user', keyId: 'key_5f1b6c7d' },
  learnedAt: '2026-05-08T09:15:23.407Z',
} as const satisfies z.input<typeof eventSchema>;

/** Newest first. */
export const listEvents = defineOperation({
  name: 'listEvents',
  summary: 'List captured events',
  description:
    'Newest first. Filters are combined with AND. The filter `outcome` looks at 10,000 sessions at most: if more ended so (for `unknown`: if more have a verdict), it is a 400 until you narrow the list by `agentId`, `namespaceId` or `sessionId`.',
  method: 'GET',
  path: '/v1/events',
  credential: 'api-key',
  scope: 'read',
  service: 'ingest',
  query: cursorQuery.extend({
    agentId: agentIdSchema.optional(),
    userId: userIdSchema.optional(),
    namespaceId: namespaceIdSchema.optional(),
    sessionId: sessionIdSchema.optional(),
    ...timeRange,
    type: z.enum(EVENT_TYPES).optional(),
    tag: text(1, 100).optional().describe('Only events with this tag.'),
    outcome: outcomeFilter,
  }),
  response: cursorPage(eventSchema).meta({ id: 'EventPage', description: 'One page of events.' }),
  examples: [
    {
      summary: 'The events of one session',
      query: { sessionId: 'standup-42', limit: 1 },
      response: { items: [EVENT], pagination: { hasMore: true, cursor: 'MWY4OWI2YzBbMTc5NV0', total: 12 } },
    },
  ],
});

export const getEvent = defineOperation({
  name: 'getEvent',
  summary: 'Read one event',
  method: 'GET',
  path: '/v1/events/{id}',
  credential: 'api-key',
  scope: 'read',
  service: 'ingest',
  params: idParams,
  response: eventSchema,
  errors: ['not_found'],
  errorMessages: { not_found: 'The event does not exist' },
  examples: [{ summary: 'A message', params: { id: EVENT.id }, response: EVENT }],
});
