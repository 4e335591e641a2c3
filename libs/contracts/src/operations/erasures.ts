import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { erasureRequestSchema } from '../schemas/erasure.ts';
import { JOB_STATUSES, jobSchema } from '../schemas/job.ts';
import { cursorPage, cursorQuery, idParams } from '../schemas/paging.ts';

const ERASURE = {
  id: 'ers_76b69a71b6c5e98b6b4d2bb5cb2d452e',
  type: 'erasure',
  status: 'completed',
  progress: { stage: 'completed', processed: 42, total: 42 },
  result: {
    subject: { type: 'user', sha256: '2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881' },
    removed: { events: 42, steps: 40, memories: 17, claims: 3, artifacts: 5, indexEntries: 22, packs: 2 },
    remaining: { events: 0, steps: 0, memories: 0, artifacts: 0, indexEntries: 0 },
  },
  error: null,
  createdAt: '2026-05-08T09:15:23.374Z',
  startedAt: '2026-05-08T09:15:23.381Z',
  finishedAt: '2026-05-08T09:15:24.442Z',
} as const satisfies z.input<typeof jobSchema>;

export const startErasure = defineOperation({
  name: 'startErasure',
  summary: 'Erase all data of one end user, agent or session',
  description:
    'Queues a job that removes what was captured before this request about an end user, by an agent or in a session, and what was learned from it, from every store. The request names exactly one of them. A session id means every session with this id, whatever its agent. Artifacts that rest on it are compiled again from what remains. Needs an owner or admin of the tenant, an API key of such a user, or a service key that is bound to no agent. The job is `completed` once a check has found nothing. What is captured later under the same id is kept.',
  method: 'POST',
  path: '/v1/erasures',
  credential: 'api-key',
  scope: 'admin',
  service: 'gateway',
  body: erasureRequestSchema,
  response: z
    .object({ jobId: z.string(), status: z.enum(JOB_STATUSES) })
    .meta({ id: 'ErasureReceipt', description: 'The erasure that was queued.' }),
  successStatus: 202,
  examples: [
    {
      summary: 'One customer',
      body: { userId: 'customer-4711' },
      response: { jobId: ERASURE.id, status: 'queued' },
    },
    {
      summary: 'One session',
      body: { sessionId: 'chat-2026-05-08' },
      response: { jobId: ERASURE.id, status: 'queued' },
    },
  ],
});

export const listErasures = defineOperation({
  name: 'listErasures',
  summary: 'List erasures',
  description: 'Newest first: for a tenant admin all, else those that the caller requested.',
  method: 'GET',
  path: '/v1/erasures',
  credential: 'api-key',
  scope: 'admin',
  service: 'learn-compiler',
  query: cursorQuery,
  response: cursorPage(jobSchema).meta({ id: 'ErasurePage', description: 'One page of erasures.' }),
  examples: [
    {
      summary: 'The only one',
      query: {},
      response: { items: [ERASURE], pagination: { hasMore: false, cursor: null, total: 1 } },
    },
  ],
});

export const getErasure = defineOperation({
  name: 'getErasure',
  summary: 'Read an erasure',
  description:
    'Its result counts what was removed from each store, and what a check at the end found there. Shown to who requested it and to tenant admins.',
  method: 'GET',
  path: '/v1/erasures/{id}',
  credential: 'api-key',
  scope: 'admin',
  service: 'gateway',
  params: idParams,
  response: jobSchema,
  errors: ['not_found'],
  errorMessages: { not_found: 'The job does not exist' },
  examples: [{ summary: 'A completed erasure', params: { id: ERASURE.id }, response: ERASURE }],
});
