import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { agentIdSchema, EVENT_TYPES, eventSchema, sessionIdSchema } from '../schemas/event.ts';
import { text } from '../schemas/json.ts';
import { cursorPage, cursorQuery, idParams } from '../schemas/paging.ts';

/** Newest first. */
export const listEvents = defineOperation({
  name: 'listEvents',
  summary: 'List captured events',
  method: 'GET',
  path: '/v1/events',
  credential: 'api-key',
  scope: 'read',
  service: 'ingest',
  query: cursorQuery.extend({
    agentId: agentIdSchema.optional(),
    sessionId: sessionIdSchema.optional(),
    type: z.enum(EVENT_TYPES).optional(),
    tag: text(1, 100).optional(),
  }),
  response: cursorPage(eventSchema),
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
});
