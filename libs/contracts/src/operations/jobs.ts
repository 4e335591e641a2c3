import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { JOB_STATUSES, jobSchema } from '../schemas/job.ts';
import { cursorPage, cursorQuery } from '../schemas/paging.ts';

const RUNNING = {
  id: 'lrn_0f4b1f7c5a7747bb9b3c4b6d7f0f6a21',
  type: 'learn',
  status: 'active',
  progress: { stage: 'compiling', processed: 120, total: 240 },
  result: null,
  error: null,
  createdAt: '2026-05-08T09:15:23.374Z',
  startedAt: '2026-05-08T09:15:23.381Z',
  finishedAt: null,
} as const satisfies z.input<typeof jobSchema>;

export const listJobs = defineOperation({
  name: 'listJobs',
  summary: 'List jobs',
  description:
    'Learn runs, erasures and exports, newest first: for a tenant admin all, the automatic ones that did something included; else those that the caller requested. Captures and batches are not listed: read them by the id in their response.',
  method: 'GET',
  path: '/v1/jobs',
  credential: 'api-key',
  scope: 'read',
  service: 'learn-compiler',
  query: cursorQuery.extend({ status: z.enum(JOB_STATUSES).optional().describe('Only jobs with this status.') }),
  response: cursorPage(jobSchema).meta({ id: 'JobPage', description: 'One page of jobs.' }),
  examples: [
    {
      summary: 'What runs now',
      query: { status: 'active' },
      response: { items: [RUNNING], pagination: { hasMore: false, cursor: null, total: 1 } },
    },
  ],
});
