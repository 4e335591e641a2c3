import type { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { agentIdSchema, namespaceIdSchema, sessionIdSchema } from '../schemas/event.ts';
import { cursorPage, cursorQuery } from '../schemas/paging.ts';
import { outcomeFilter, sessionSchema } from '../schemas/session.ts';

const SESSION = {
  id: 'refund-4711',
  agentId: 'support',
  namespaceId: null,
  outcome: 'success',
  lastEventAt: '2026-05-08T09:12:40.120Z',
} as const satisfies z.input<typeof sessionSchema>;

export const listSessions = defineOperation({
  name: 'listSessions',
  summary: 'List sessions and how they ended',
  description:
    'Sessions that were learned; the one that was learned last comes first. Filters are combined with AND. The outcome is that of the verdict: a statement about the whole session, such as `resolved` in a payload, or a test run.',
  method: 'GET',
  path: '/v1/sessions',
  credential: 'api-key',
  scope: 'read',
  service: 'learn-compiler',
  query: cursorQuery.extend({
    agentId: agentIdSchema.optional(),
    namespaceId: namespaceIdSchema.optional(),
    sessionId: sessionIdSchema.optional(),
    outcome: outcomeFilter,
  }),
  response: cursorPage(sessionSchema).meta({ id: 'LearnedSessionPage', description: 'One page of sessions.' }),
  examples: [
    {
      summary: 'Sessions that succeeded',
      query: { agentId: 'support', outcome: 'success' },
      response: { items: [SESSION], pagination: { hasMore: false, cursor: null, total: 1 } },
    },
  ],
});
