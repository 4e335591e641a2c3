import { z } from 'zod';
import { defineCall, defineCommand } from '../message.ts';
import { learnRequestSchema } from '../operations/learn.ts';
import { erasureRequestSchema } from '../schemas/erasure.ts';
import { lifecycleFactsSchema } from '../schemas/lifecycle-facts.ts';
import { jobSchema } from '../schemas/job.ts';
import { lineageGraphSchema, lineageSchema } from '../schemas/lineage.ts';
import { OUTCOMES, sessionSchema } from '../schemas/session.ts';
import { seriesOf, seriesRequestSchema } from '../schemas/usage.ts';
import { indexedMemorySchema } from './synthesis.ts';

/**
 * A learn job on its way to the compiler. With `erasure` it is an erasure: it removes what was received until `requestedAt`. With
 * `isExport` it is an export of the end user that its request names.
 */
export const learnJobSchema = z.object({
  jobId: z.string(),
  request: learnRequestSchema,
  requestedAt: z.string(),
  erasure: erasureRequestSchema.optional(),
  isExport: z.literal(true).optional(),
});
export type LearnJob = z.output<typeof learnJobSchema>;

/** Why a learn job cannot be run. */
const learnFailureSchema = z.object({ code: z.string(), message: z.string() });
export type LearnFailure = z.output<typeof learnFailureSchema>;

/** Who wanted a job: a request, or ingest for sessions that are due. */
const causeSchema = z.enum(['request', 'automatic']);
export type LearnCause = z.output<typeof causeSchema>;

/**
 * Queues a learn job or, with `failure`, stores one that failed on its way. Safe to repeat. An automatic job starts after
 * `delaySeconds`; it is left out if a queued job does its work.
 */
export const queueLearning = defineCommand({
  service: 'learn-compiler',
  name: 'queueLearning',
  payload: learnJobSchema.extend({
    failure: learnFailureSchema.nullable().default(null),
    cause: causeSchema.default('request'),
    delaySeconds: z.number().min(0).default(0),
  }),
});
export type QueueLearningCommand = z.output<typeof queueLearning.payload>;

/**
 * A learn job. Errors: `not_found` while it is not stored; `forbidden` if the caller neither requested it nor is a tenant
 * admin.
 */
export const readLearnJob = defineCall({
  service: 'learn-compiler',
  name: 'readLearnJob',
  request: z.object({ jobId: z.string() }),
  response: jobSchema,
});

/**
 * Counts of the tenant scope: all memories and artifacts, and learn jobs of the day `YYYY-MM-DD` (UTC), in all and the
 * automatic ones among them. A caller
 * from whom policies can hide data gets the number of memories and artifacts that their lists show, unless they are a
 * tenant admin.
 */
export const readLearnUsage = defineCall({
  service: 'learn-compiler',
  name: 'readLearnUsage',
  request: z.object({ day: z.string() }),
  response: z.object({
    memories: z.number().int(),
    artifacts: z.number().int(),
    compilations: z.number().int(),
    /** An earlier version of the learn-compiler does not send it. */
    automaticCompilations: z.number().int().default(0),
  }),
});

/**
 * New memories and artifacts of the tenant scope, and learn jobs that ended, by hour or day; of memories and artifacts, a
 * caller from whom policies can hide data gets those that their lists show, unless they are a tenant admin.
 */
export const readLearnSeries = defineCall({
  service: 'learn-compiler',
  name: 'readLearnSeries',
  request: seriesRequestSchema,
  response: seriesOf({
    memories: z.number().int(),
    artifacts: z.number().int(),
    completed: z.number().int(),
    failed: z.number().int(),
  }),
});

/** Learn jobs of all tenants, for the health record. `failed` counts the last day; `oldestSeconds` is the age of the oldest waiting job. */
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
 * Applies lifecycle policies to the memories of the tenant scope at `now`, at most `limit` of each kind: restores those
 * that no policy archives any more, deletes those due with what was compiled from them, and archives others.
 * `isDone` if nothing is left to do. Safe to repeat.
 */
export const sweepMemories = defineCall({
  service: 'learn-compiler',
  name: 'sweepMemories',
  request: z.object({ facts: lifecycleFactsSchema, now: z.string(), limit: z.number().int().min(1).max(500) }),
  response: z.object({
    restored: z.number().int(),
    deleted: z.number().int(),
    archived: z.number().int(),
    /** Artifacts withdrawn until they are compiled again from the remaining evidence. */
    withdrawn: z.number().int(),
    isDone: z.boolean(),
  }),
  deadlineMs: 30_000,
});

const counted = z.object({ count: z.number().int(), isTruncated: z.boolean(), samples: z.array(z.string()) });

/**
 * Counts what one lifecycle policy would archive and delete in the tenant scope at `now`, each up to `most`. `samples` are
 * ids that the caller may read. A memory named by the policy's own scope counts only if the caller may read it.
 */
export const previewMemories = defineCall({
  service: 'learn-compiler',
  name: 'previewMemories',
  request: z.object({ facts: lifecycleFactsSchema, policyId: z.string(), now: z.string(), most: z.number().int() }),
  response: z.object({ archive: counted, delete: counted, artifacts: counted.omit({ samples: true }) }),
  deadlineMs: 4_000,
});

/** Membership in the organization is checked before this call. */
const lineageRequest = z.object({ organizationId: z.string(), memoryId: z.string() });

/**
 * The events behind a memory and the artifacts compiled from it, as far as the caller may read them.
 * Errors: `not_found`, also if another organization governs the memory or a policy hides it; `unavailable`.
 */
export const readLineage = defineCall({
  service: 'learn-compiler',
  name: 'readLineage',
  request: lineageRequest,
  response: lineageSchema,
});

/** The lineage as a graph, including the other sources of the artifacts. Errors: `not_found`; `unavailable`. */
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
 * The fields of a memory or artifact that policies depend on, and those of the memories behind an artifact. For dry runs:
 * holds no content. `subject` is null if the item does not exist or the caller may not read it. Errors: `unavailable`.
 */
export const describeSubject = defineCall({
  service: 'learn-compiler',
  name: 'describeSubject',
  request: z.object({ kind: z.enum(['memory', 'artifact']), id: z.string() }),
  response: z.object({ subject: subjectSchema.nullable(), sources: z.array(subjectSchema) }),
});

/**
 * The events behind those of the memories that the caller may not read; with `eventIds`, only those of them. `agentId` is
 * the agent that the request names. Errors: `unavailable`.
 */
export const readHiddenSources = defineCall({
  service: 'learn-compiler',
  name: 'readHiddenSources',
  request: z.object({
    memoryIds: z.array(z.string()),
    eventIds: z.array(z.string()).max(1000).optional(),
    agentId: z.string().optional(),
  }),
  response: z.object({ eventIds: z.array(z.string()) }),
});

/**
 * The sessions with one of these outcomes that `listSessions` shows the caller, at most `most` and in no order. All
 * conditions that are given must hold. Errors: `unavailable`.
 */
export const findEndedSessions = defineCall({
  service: 'learn-compiler',
  name: 'findEndedSessions',
  request: z.object({
    outcomes: z.array(z.enum(OUTCOMES)),
    agentId: z.string().optional(),
    namespaceId: z.string().optional(),
    sessionId: z.string().optional(),
    most: z.number().int(),
  }),
  response: z.object({
    sessions: z.array(sessionSchema.pick({ id: true, agentId: true, namespaceId: true })),
    isTruncated: z.boolean(),
  }),
});

/**
 * What was captured and is not in the search index yet, as far as the caller may read its events: the memories that the
 * newest uncompiled events will give, and compiled memories on their way to the index. A bounded number of each. Whether the
 * caller may read a memory itself is not checked. `isEmpty`: the tenant scope has no such texts, for any caller.
 * Errors: `unavailable`.
 */
export const findUnlearned = defineCall({
  service: 'learn-compiler',
  name: 'findUnlearned',
  request: z.object({
    /** Of events: only those of this agent. */
    agentId: z.string().optional(),
    /** Only data of this end user and without an end user; without it, only the latter. */
    userId: z.string().optional(),
    /** Of events: only those with all of these tags. */
    tags: z.array(z.string()),
  }),
  response: z.object({
    memories: z.array(
      indexedMemorySchema.extend({
        /** The newest event with these words; null for a memory that is compiled. */
        eventId: z.string().nullable(),
        /** How its session ended, if the uncompiled events hold its verdict. */
        outcome: z.enum(['success', 'failure']).nullable().default(null),
      }),
    ),
    isEmpty: z.boolean(),
  }),
  // The caller has often just captured a text, and would rather wait for it than get a pack without it.
  deadlineMs: 3_000,
});
