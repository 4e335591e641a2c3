import { z } from 'zod';
import { defineCall, defineCommand } from '../message.ts';
import { learnRequestSchema } from '../operations/learn.ts';
import { lifecycleFactsSchema } from '../schemas/lifecycle-facts.ts';
import { jobSchema } from '../schemas/job.ts';
import { lineageGraphSchema, lineageSchema } from '../schemas/lineage.ts';

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

/**
 * Takes the next steps in the lifecycle of the partition's memories, at most `limit` of a kind: those that no policy
 * archives any more come back, those past deletion are deleted with what was compiled from them, others are archived.
 * `isDone` when nothing is left to do as of `now`. Safe to repeat.
 */
export const sweepMemories = defineCall({
  service: 'learn-compiler',
  name: 'sweepMemories',
  request: z.object({ facts: lifecycleFactsSchema, now: z.string(), limit: z.number().int().min(1).max(500) }),
  response: z.object({
    restored: z.number().int(),
    deleted: z.number().int(),
    archived: z.number().int(),
    /** Artifacts taken out of sight until they are compiled from what is left. */
    withdrawn: z.number().int(),
    isDone: z.boolean(),
  }),
  deadlineMs: 30_000,
});

const counted = z.object({ count: z.number().int(), isTruncated: z.boolean(), samples: z.array(z.string()) });

/**
 * What one lifecycle policy would have archived and deleted of the partition as of `now`; each count ends at `most`.
 * Samples are named that the caller may read; a memory that the policy's scope names is counted only if they may read it.
 */
export const previewMemories = defineCall({
  service: 'learn-compiler',
  name: 'previewMemories',
  request: z.object({ facts: lifecycleFactsSchema, policyId: z.string(), now: z.string(), most: z.number().int() }),
  response: z.object({ archive: counted, delete: counted, artifacts: counted.omit({ samples: true }) }),
  deadlineMs: 4_000,
});

/** The caller has been let into the organization, for lineage. */
const lineageRequest = z.object({ organizationId: z.string(), memoryId: z.string() });

/**
 * Where a memory comes from and what became of it, as far as the caller may read it.
 * Errors: `not_found`, also for what another organization governs or a policy hides; `unavailable`.
 */
export const readLineage = defineCall({
  service: 'learn-compiler',
  name: 'readLineage',
  request: lineageRequest,
  response: lineageSchema,
});

/** The same as a graph, with what lies beyond. Errors: as those of the record. */
export const readLineageGraph = defineCall({
  service: 'learn-compiler',
  name: 'readLineageGraph',
  request: lineageRequest,
  response: lineageGraphSchema,
});

const subjectSchema = z.object({
  id: z.string(),
  namespaceId: z.string().nullable(),
  agentId: z.string().nullable(),
  tags: z.array(z.string()),
});

/**
 * A memory or an artifact of the partition as policies look at it, with the memories that an artifact was compiled from;
 * `subject` is null where there is none, or none that the caller may read. For a dry run: nothing of the content is told.
 * Errors: `unavailable`.
 */
export const describeSubject = defineCall({
  service: 'learn-compiler',
  name: 'describeSubject',
  request: z.object({ kind: z.enum(['memory', 'artifact']), id: z.string() }),
  response: z.object({ subject: subjectSchema.nullable(), sources: z.array(subjectSchema) }),
});
