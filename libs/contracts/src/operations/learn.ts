import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { ARTIFACT_TYPES } from '../schemas/artifact.ts';
import { agentIdSchema, namespaceIdSchema, sessionIdSchema, userIdSchema } from '../schemas/event.ts';
import { JOB_STATUSES, jobSchema } from '../schemas/job.ts';
import { text } from '../schemas/json.ts';
import { idParams, timeRange } from '../schemas/paging.ts';

export const MAX_LEARN_EVENT_IDS = 10_000;
/** Room for the maximum number of ids at their maximum length, with quotes and commas. */
const MAX_LEARN_BODY_BYTES = 1024 * 1024;

/** The longest time that `wait` delays the response. Well below the timeouts of common clients and proxies. */
export const MAX_LEARN_WAIT_SECONDS = 25;

/** What a learn job compiles. An empty request means all uncompiled events of the tenant scope. */
export const learnRequestSchema = z.strictObject({
  agentId: agentIdSchema.optional(),
  userId: userIdSchema.optional(),
  namespaceId: namespaceIdSchema.optional(),
  sessionId: sessionIdSchema.optional(),
  ...timeRange,
  eventIds: z.array(text(1, 64)).max(MAX_LEARN_EVENT_IDS).optional().describe('Only these events.'),
  options: z
    .strictObject({
      maxEvents: z.number().int().min(1).optional().describe('Maximum number of events for this run.'),
      artifactType: z.enum(ARTIFACT_TYPES).optional().describe('Compile only artifacts of this type.'),
    })
    .optional(),
});
export type LearnRequest = z.infer<typeof learnRequestSchema>;

const startLearningBody = learnRequestSchema
  .extend({
    wait: z
      .boolean()
      .default(false)
      .describe(`Respond only when the job has ended, but after at most ${MAX_LEARN_WAIT_SECONDS} seconds.`),
  })
  .meta({ id: 'LearnRequest', description: 'What to compile. Empty: every event that is not compiled yet.' });

const LEARN_JOB = {
  id: 'lrn_76b69a71b6c5e98b6b4d2bb5cb2d452e',
  type: 'learn',
  status: 'completed',
  progress: { stage: 'completed', processed: 240, total: 240 },
  result: {
    eventsProcessed: 240,
    unreadableEvents: 0,
    memories: { created: 118, updated: 4 },
    artifacts: { created: 7, updated: 2, deactivated: 0 },
  },
  error: null,
  createdAt: '2026-05-08T09:15:23.374Z',
  startedAt: '2026-05-08T09:15:23.381Z',
  finishedAt: '2026-05-08T09:15:24.442Z',
} as const satisfies z.input<typeof jobSchema>;

export const startLearning = defineOperation({
  name: 'startLearning',
  summary: 'Compile captured events into memories and artifacts now',
  description:
    'Queues a job that finds every event accepted before it. Sessions are also compiled without a request, soon after they end or fall silent. Learning the same events twice adds nothing. An `agentId` that names an agent identity which you may not act as is a 403. `GET /v1/jobs/{id}` says `completed` when what the job made can be found by synthesize; with `"wait": true` the response to this request says so, if the job ends in time.',
  method: 'POST',
  path: '/v1/learn',
  credential: 'api-key',
  scope: 'write',
  service: 'gateway',
  body: startLearningBody,
  response: z
    .object({
      jobId: z.string(),
      status: z
        .enum(JOB_STATUSES)
        .describe('`queued`; after a wait, the status of the job at its end, or the present one if the job goes on.'),
    })
    .meta({ id: 'LearnReceipt', description: 'The job that was queued.' }),
  successStatus: 202,
  maxBodyBytes: MAX_LEARN_BODY_BYTES,
  examples: [
    { summary: 'All new events', body: {}, response: { jobId: LEARN_JOB.id, status: 'queued' } },
    {
      summary: 'One session of one agent, at most 500 events',
      body: { agentId: 'coder', sessionId: 'run-1', options: { maxEvents: 500 } },
      response: { jobId: LEARN_JOB.id, status: 'queued' },
    },
    {
      summary: 'Respond when everything is compiled',
      body: { wait: true },
      response: { jobId: LEARN_JOB.id, status: 'completed' },
    },
  ],
});

export const getJob = defineOperation({
  name: 'getJob',
  summary: 'Read a job',
  description:
    'Jobs of single captures (`cap_…`), batches (`bat_…`), learn runs (`lrn_…`), erasures (`ers_…`) and exports (`xpt_…`). All but single captures are shown to the user or key that requested them and to tenant admins; a capture to who captured it and to who may read its event. To others they are a 404. A learn run counts only what the one who requested it may read.',
  method: 'GET',
  path: '/v1/jobs/{id}',
  credential: 'api-key',
  scope: 'read',
  service: 'gateway',
  params: idParams,
  response: jobSchema,
  errors: ['not_found'],
  errorMessages: { not_found: 'The job does not exist' },
  examples: [
    { summary: 'A completed learn job', params: { id: LEARN_JOB.id }, response: LEARN_JOB },
    {
      summary: 'A running learn job',
      params: { id: LEARN_JOB.id },
      response: {
        ...LEARN_JOB,
        status: 'active',
        progress: { stage: 'compiling', processed: 120, total: 240 },
        result: null,
        finishedAt: null,
      },
    },
    {
      summary: 'A stored event',
      params: { id: 'cap_b057b47eae1de0f0b20326202c0dbd25' },
      response: {
        id: 'cap_b057b47eae1de0f0b20326202c0dbd25',
        type: 'capture',
        status: 'completed',
        progress: { stage: 'stored', processed: 1, total: 1 },
        result: { eventId: 'evt_b057b47eae1de0f0b20326202c0dbd25' },
        error: null,
        createdAt: '2026-05-08T09:00:03.220Z',
        startedAt: '2026-05-08T09:00:03.220Z',
        finishedAt: '2026-05-08T09:00:03.220Z',
      },
    },
  ],
});
