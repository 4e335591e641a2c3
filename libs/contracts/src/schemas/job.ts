import { z } from 'zod';

export const JOB_STATUSES = ['queued', 'active', 'completed', 'failed'] as const;

/** A capture or learn job. `total` is null while it is not known how much there is to do. */
export const jobSchema = z.object({
  id: z.string(),
  type: z.enum(['capture', 'learn']),
  status: z.enum(JOB_STATUSES),
  progress: z.object({ stage: z.string(), processed: z.number().int(), total: z.number().int().nullable() }),
  result: z.record(z.string(), z.unknown()).nullable(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  createdAt: z.string().nullable(),
  startedAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
});
export type Job = z.infer<typeof jobSchema>;
