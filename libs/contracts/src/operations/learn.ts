import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { ARTIFACT_TYPES } from '../schemas/artifact.ts';
import { agentIdSchema, sessionIdSchema } from '../schemas/event.ts';
import { jobSchema } from '../schemas/job.ts';
import { text } from '../schemas/json.ts';
import { idParams } from '../schemas/paging.ts';

export const MAX_LEARN_EVENT_IDS = 10_000;

/** What a learn job compiles. An empty request: all events of the partition that were not compiled yet. */
export const learnRequestSchema = z
  .strictObject({
    agentId: agentIdSchema.optional(),
    sessionId: sessionIdSchema.optional(),
    eventIds: z.array(text(1, 64)).max(MAX_LEARN_EVENT_IDS).optional().describe('Only these events.'),
    options: z
      .strictObject({
        maxEvents: z.number().int().min(1).optional().describe('Most events of this run.'),
        artifactType: z.enum(ARTIFACT_TYPES).optional().describe('Only artifacts of this type are made.'),
      })
      .optional(),
  })
  .meta({ id: 'LearnRequest', description: 'What to compile. Empty: all that was not compiled yet.' });
export type LearnRequest = z.infer<typeof learnRequestSchema>;

export const startLearning = defineOperation({
  name: 'startLearning',
  summary: 'Compile captured events into memories and artifacts',
  method: 'POST',
  path: '/v1/learn',
  credential: 'api-key',
  scope: 'write',
  service: 'gateway',
  body: learnRequestSchema,
  response: z.object({ jobId: z.string(), status: z.literal('queued') }),
  successStatus: 202,
});

export const getJob = defineOperation({
  name: 'getJob',
  summary: 'Read a capture or learn job',
  method: 'GET',
  path: '/v1/jobs/{id}',
  credential: 'api-key',
  scope: 'read',
  service: 'gateway',
  params: idParams,
  response: jobSchema,
  errors: ['not_found'],
});
