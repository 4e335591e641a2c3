import { z } from 'zod';
import { defineAnnouncement, defineCall, defineCommand } from '../message.ts';
import { lifecycleFactsSchema } from '../schemas/lifecycle-facts.ts';
import { erasureRequestSchema } from '../schemas/erasure.ts';
import { EVENT_TYPES, eventSchema } from '../schemas/event.ts';
import { writerSchema } from '../schemas/writer.ts';
import { seriesOf, seriesRequestSchema } from '../schemas/usage.ts';
import { learnJobSchema } from './learn.ts';
import { jobSchema } from '../schemas/job.ts';

/** An accepted event on its way to the store. `fingerprint` is the SHA-256 of what an idempotency key must not change. */
export const acceptedEventSchema = eventSchema.omit({ learnedAt: true, writer: true }).extend({
  /** Missing in messages of earlier gateways. */
  secretsReplaced: z.number().int().default(0),
  fingerprint: z.string().nullable(),
  /** Whether the client sent a time; if not, `occurredAt` is the time of arrival. */
  occurredAtGiven: z.boolean(),
  /** Position in the order of arrival (microseconds since 1970, strictly growing at one gateway). */
  arrival: z.number().int(),
});
export type AcceptedEvent = z.infer<typeof acceptedEventSchema>;

/** One of the messages in which a batch travels. `total` is the number of accepted events in all of them. */
const batchChunkSchema = z.object({ id: z.string(), chunk: z.number().int(), total: z.number().int() });

/** Required in every kind of command, because an earlier ingest ignores `kind` and reads `events` and `batch`. */
const noEvents = z.array(acceptedEventSchema).max(0);

const storeCommandSchema = z.discriminatedUnion('kind', [
  /** Events to store once each. A chunk of a batch is counted once. */
  z.object({
    kind: z.literal('events'),
    events: z.array(acceptedEventSchema),
    batch: batchChunkSchema.nullable(),
  }),
  /** The end of a batch of which no event was accepted, or a part could not be sent. Its `total` is the number of events sent. */
  z.object({ kind: z.literal('batch-end'), events: noEvents, batch: batchChunkSchema }),
  /** A learn job, to be queued once all events that were sent before it are stored. */
  z.object({ kind: z.literal('learn'), events: noEvents, batch: z.null(), learn: learnJobSchema }),
]);
export type StoreCommand = z.output<typeof storeCommandSchema>;

/** A command of an earlier gateway. At an upgrade, some may still be in the queue. */
const commandWithoutKind = z
  .object({
    kind: z.undefined().optional(),
    events: z.array(acceptedEventSchema),
    batch: batchChunkSchema.nullable(),
    learn: learnJobSchema.nullable().default(null),
  })
  .transform(({ events, batch, learn }): StoreCommand => {
    if (learn !== null) return { kind: 'learn', events: [], batch: null, learn };
    if (batch !== null && events.length === 0) return { kind: 'batch-end', events: [], batch };
    return { kind: 'events', events, batch };
  });

/** What was captured, in the order in which it arrived at a gateway. */
export const storeEvents = defineCommand({
  service: 'ingest',
  name: 'storeEvents',
  payload: z.union([storeCommandSchema, commandWithoutKind]),
});

/** Events of a tenant scope were stored. It may get lost: who relies on it asks again after a while. */
export const eventsStored = defineAnnouncement({ service: 'ingest', name: 'eventsStored', payload: z.object({}) });

/** Events of a tenant scope were erased: copies that are kept in memory have to go. It may get lost, as `eventsStored`. */
export const eventsErased = defineAnnouncement({ service: 'ingest', name: 'eventsErased', payload: z.object({}) });

/** What is known of an event with an idempotency key. `fingerprint` is null for an event that was deleted. */
const knownFingerprintSchema = z.object({
  eventId: z.string(),
  fingerprint: z.string().nullable(),
  /** False while it is only claimed. An earlier ingest knows stored events only. */
  isStored: z.boolean().default(true),
});
export type KnownFingerprint = z.output<typeof knownFingerprintSchema>;

/** Which of these events are stored or claimed, and with what fingerprint. */
export const findFingerprints = defineCall({
  service: 'ingest',
  name: 'findFingerprints',
  request: z.object({ eventIds: z.array(z.string()).max(1000) }),
  response: z.object({ found: z.array(knownFingerprintSchema) }),
});

/**
 * Claims events that are neither stored nor claimed. Returns what is known of each event afterwards: the first claim, or
 * what is stored. For a gateway that cannot know what others have accepted.
 */
export const claimFingerprints = defineCall({
  service: 'ingest',
  name: 'claimFingerprints',
  request: z.object({ claims: z.array(z.object({ eventId: z.string(), fingerprint: z.string() })).max(1000) }),
  response: z.object({ found: z.array(knownFingerprintSchema) }),
});

/** Describes the events that the caller may read, for lineage. */
export const describeEvents = defineCall({
  service: 'ingest',
  name: 'describeEvents',
  request: z.object({ eventIds: z.array(z.string()).max(1000) }),
  response: z.object({
    events: z.array(
      z.object({
        id: z.string(),
        type: z.enum(EVENT_TYPES),
        occurredAt: z.string(),
        /** An earlier version of the event store does not send it. */
        writer: writerSchema.nullable().default(null),
      }),
    ),
  }),
});

/**
 * A capture job or a batch, by its id. Errors: `not_found` until something of it is stored; `forbidden` if the caller may not
 * see it: neither captured it, nor may read its event, nor, of a batch, is a tenant admin.
 */
export const readCaptureJob = defineCall({
  service: 'ingest',
  name: 'readCaptureJob',
  request: z.object({ jobId: z.string() }),
  response: jobSchema,
});

export const claimScopeSchema = z.object({
  agentId: z.string().optional(),
  userId: z.string().optional(),
  namespaceId: z.string().optional(),
  sessionId: z.string().optional(),
  since: z.string().optional(),
  until: z.string().optional(),
  eventIds: z.array(z.string()).optional(),
  /** Only sessions for which an automatic learn job is queued. */
  queuedSessions: z.literal(true).optional(),
});

/** An event as the compiler reads it. `seq` is its position in the order of arrival. */
export const claimedEventSchema = acceptedEventSchema
  .pick({
    id: true,
    type: true,
    sessionId: true,
    agentId: true,
    namespaceId: true,
    userId: true,
    tags: true,
    payload: true,
    occurredAt: true,
    occurredAtGiven: true,
  })
  .extend({
    seq: z.number().int(),
    /** `metadata.taskId`: the task that its session worked on. An earlier version of the event store does not send it. */
    taskId: z.string().nullable().default(null),
    /** An earlier version of the event store does not send it. */
    writer: writerSchema.nullable().default(null),
  });
export type ClaimedEvent = z.infer<typeof claimedEventSchema>;

/**
 * Claims the next uncompiled events for a job, at most `limit`, in order of arrival, and renews the job's lease on the
 * tenant scope. One job at a time holds the lease; an expired lease is free for other jobs.
 * With `afterSeq`, only events that arrived later: a job that compiled everything up to there skips that part of the index.
 * Errors: `conflict` while another job holds the lease.
 */
export const claimEvents = defineCall({
  service: 'ingest',
  name: 'claimEvents',
  request: z.object({
    jobId: z.string(),
    scope: claimScopeSchema,
    afterSeq: z.number().int().optional(),
    limit: z.number().int().min(1).max(5000),
    leaseSeconds: z.number().int().min(1).max(3600),
  }),
  response: z.object({ events: z.array(claimedEventSchema) }),
  deadlineMs: 30_000,
});

/** The number of uncompiled events that the caller may read. */
export const countUncompiled = defineCall({
  service: 'ingest',
  name: 'countUncompiled',
  request: z.object({ scope: claimScopeSchema }),
  response: z.object({ count: z.number().int() }),
  deadlineMs: 30_000,
});

/**
 * The newest uncompiled events that the caller may read, of one end user and without one, in order of arrival, without claiming
 * them: at most `limit`, with at most `maxBytes` of payload, where messages come before other events. `agentId` is the agent that
 * the request names. `hasAny`: the tenant scope has uncompiled events, for this caller or for others. Errors: `unavailable`.
 */
export const readUncompiled = defineCall({
  service: 'ingest',
  name: 'readUncompiled',
  request: z.object({
    agentId: z.string().optional(),
    /** Only events of this end user and without an end user; without it, only the latter. */
    userId: z.string().optional(),
    /** Only events with all of these. */
    tags: z.array(z.string()),
    limit: z.number().int().min(1).max(1000),
    maxBytes: z.number().int().min(1),
  }),
  response: z.object({ events: z.array(claimedEventSchema), hasAny: z.boolean() }),
});

/**
 * Marks claimed events as compiled, permanently. With `release`, the job also gives up its lease. With `isDone`, the sessions
 * for which a learn job was queued before this job began have had it; what they got since waits for the next.
 * Errors: `conflict` if another job holds the lease.
 */
export const completeEvents = defineCall({
  service: 'ingest',
  name: 'completeEvents',
  request: z.object({
    jobId: z.string(),
    eventIds: z.array(z.string()).max(5000),
    release: z.boolean().default(false),
    isDone: z.boolean().default(false),
  }),
  response: z.object({ completed: z.number().int() }),
  deadlineMs: 30_000,
});

/**
 * Event counts of the tenant scope: in total, and in the month `YYYY-MM` (UTC, by time of arrival). A caller from whom
 * policies can hide events gets the number of stored events that they may read, unless they are a tenant admin.
 */
export const readEventUsage = defineCall({
  service: 'ingest',
  name: 'readEventUsage',
  request: z.object({ month: z.string() }),
  response: z.object({
    total: z.number().int(),
    month: z.number().int(),
    /** Whether these are all events of the tenant scope. An earlier version of the event store does not say so. */
    isWhole: z.boolean().default(false),
  }),
});

/**
 * Events of the tenant scope by time of arrival, and captures that failed, by hour or day. A caller from whom policies can
 * hide events gets the number of stored events that they may read, and no failures (`isWhole` is false), unless they are a
 * tenant admin.
 */
export const readEventSeries = defineCall({
  service: 'ingest',
  name: 'readEventSeries',
  request: seriesRequestSchema,
  response: seriesOf({ events: z.number().int(), failed: z.number().int() }).extend({ isWhole: z.boolean() }),
});

/**
 * Deletes events of the tenant scope that are due for deletion at `now`, at most `limit`, compiled or not. Usage figures
 * still count them. `isDone` if none is left. Safe to repeat.
 */
export const sweepEvents = defineCall({
  service: 'ingest',
  name: 'sweepEvents',
  request: z.object({ facts: lifecycleFactsSchema, now: z.string(), limit: z.number().int().min(1).max(500) }),
  response: z.object({ deleted: z.number().int(), isDone: z.boolean() }),
  deadlineMs: 30_000,
});

/** An erasure, and the time until which it removes what was received. */
const erasureSchema = z.object({ jobId: z.string(), subject: erasureRequestSchema, until: z.string() });

/**
 * Events that an erasure removes, at most `limit`; none if none is left. From the first call on, events of the subject that
 * were received until then are not stored any more. Safe to repeat. Errors: `unavailable`.
 */
export const findErasedEvents = defineCall({
  service: 'ingest',
  name: 'findErasedEvents',
  request: erasureSchema.extend({ limit: z.number().int().min(1).max(500) }),
  response: z.object({ eventIds: z.array(z.string()) }),
  deadlineMs: 30_000,
});

/** Deletes events. `erased`: how many this erasure has deleted so far. Safe to repeat. Errors: `unavailable`. */
export const eraseEvents = defineCall({
  service: 'ingest',
  name: 'eraseEvents',
  request: z.object({ jobId: z.string(), eventIds: z.array(z.string()).max(500) }),
  response: z.object({ erased: z.number().int() }),
  deadlineMs: 30_000,
});

/** Makes compiled events uncompiled again, because what they were compiled to is erased. Unknown ones are ignored. */
export const reopenEvents = defineCall({
  service: 'ingest',
  name: 'reopenEvents',
  request: z.object({ eventIds: z.array(z.string()).max(1000) }),
  response: z.object({ reopened: z.number().int() }),
  deadlineMs: 30_000,
});

/**
 * Counts the events of the tenant scope that one lifecycle policy would delete at `now`, up to `most`. `samples` are ids
 * of events that the caller may read.
 */
export const previewEvents = defineCall({
  service: 'ingest',
  name: 'previewEvents',
  request: z.object({ facts: lifecycleFactsSchema, policyId: z.string(), now: z.string(), most: z.number().int() }),
  response: z.object({ count: z.number().int(), isTruncated: z.boolean(), samples: z.array(z.string()) }),
  deadlineMs: 4_000,
});
