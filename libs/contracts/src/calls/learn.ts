import { z } from 'zod';
import { defineCall, defineCommand } from '../message.ts';
import { learnRequestSchema } from '../operations/learn.ts';
import { jobSchema } from '../schemas/job.ts';

/** A learn job on its way to the compiler. */
export const learnJobSchema = z.object({ jobId: z.string(), request: learnRequestSchema, requestedAt: z.string() });
export type LearnJob = z.output<typeof learnJobSchema>;

/** Queues a learn job; the same job sent twice is one. */
export const queueLearning = defineCommand({
  service: 'learn-compiler',
  name: 'queueLearning',
  payload: learnJobSchema,
});

export const readLearnJob = defineCall({
  service: 'learn-compiler',
  name: 'readLearnJob',
  request: z.object({ jobId: z.string() }),
  response: jobSchema,
});

/** Counts of the partition: memories and artifacts in all, and learn jobs asked for on the day `YYYY-MM-DD` (UTC), each once. */
export const readLearnUsage = defineCall({
  service: 'learn-compiler',
  name: 'readLearnUsage',
  request: z.object({ day: z.string() }),
  response: z.object({ memories: z.number().int(), artifacts: z.number().int(), compilations: z.number().int() }),
});

/**
 * Learn jobs over all tenants, for the health record: `failed` in the last day, and the seconds that the oldest waiting
 * one has waited.
 */
export const readJobFigures = defineCall({
  service: 'learn-compiler',
  name: 'readJobFigures',
  request: z.object({}),
  response: z.object({
    waiting: z.number().int(),
    active: z.number().int(),
    failed: z.number().int(),
    oldestSeconds: z.number(),
  }),
  deadlineMs: 800,
});
