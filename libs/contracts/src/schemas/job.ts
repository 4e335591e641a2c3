import { z } from 'zod';
import { utcInstant } from './instant.ts';
import { keptObject } from './json.ts';

export const JOB_STATUSES = ['queued', 'active', 'completed', 'failed'] as const;

/** A capture, a learn job, an erasure or an export. `total` is null while the amount of work is unknown. */
export const jobSchema = z
  .object({
    id: z.string(),
    type: z.enum(['capture', 'learn', 'erasure', 'export']),
    status: z.enum(JOB_STATUSES).describe('A learn job is `completed` once its results can be found.'),
    progress: z.object({
      stage: z.string(),
      processed: z.number().int(),
      total: z.number().int().nullable().describe('Null while the amount of work is unknown.'),
    }),
    result: keptObject.nullable().describe('The result of a completed job.'),
    error: z
      .object({ code: z.string(), message: z.string() })
      .nullable()
      .describe('The reason of a failed job, else null.'),
    createdAt: utcInstant.nullable(),
    startedAt: utcInstant.nullable(),
    finishedAt: utcInstant.nullable(),
  })
  .meta({ id: 'Job', description: 'A capture, a batch, a learn job, an erasure or an export.' });
export type Job = z.infer<typeof jobSchema>;
