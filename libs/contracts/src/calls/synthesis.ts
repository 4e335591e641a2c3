import { z } from 'zod';
import { defineCall } from '../message.ts';
import { erasureRequestSchema } from '../schemas/erasure.ts';
import { artifactContentSchema, ARTIFACT_TYPES } from '../schemas/artifact.ts';
import { MEMORY_KINDS } from '../schemas/memory.ts';
import { seriesOf, seriesRequestSchema } from '../schemas/usage.ts';

const indexedCommon = {
  id: z.string(),
  /** Grows with every change; an older revision never overwrites a newer one. */
  revision: z.number().int(),
  agentId: z.string().nullable(),
  namespaceId: z.string().nullable(),
  /** The end user whom it is about; an earlier version of the learn-compiler does not send it. */
  userId: z.string().nullable().default(null),
  tags: z.array(z.string()),
  confidence: z.number(),
};

export const indexedMemorySchema = z.object({
  ...indexedCommon,
  type: z.literal('memory'),
  kind: z.enum(MEMORY_KINDS),
  /** The text without speaker and date, which are shown beside it. */
  body: z.string(),
  /** The meaning of relative dates in the text; shown behind it, not searched. */
  dates: z.array(z.string()).default([]),
  speaker: z.string().nullable(),
  sessionId: z.string(),
  /** All sessions in which it was said, at most 32, if there are several; older versions send none. */
  sessions: z.array(z.string()).default([]),
  /** Position in the session's conversation; neighbours differ by one. */
  position: z.number().int(),
  /** Which part of its message it is, from 0: a long message gives several memories, at successive positions. */
  part: z.number().int().nonnegative().default(0),
  /** How many parts the message has. */
  parts: z.number().int().positive().default(1),
  validFrom: z.string(),
  /** When it stopped holding, and the memory that holds since; null while it holds. */
  validTo: z.string().nullable().default(null),
  replacedBy: z.string().nullable().default(null),
  /** Of a side text, which is no memory: the newest event that says it. Null for a memory. */
  sideTextOf: z.string().nullable().default(null),
  importance: z.number(),
  /** In how many events it was said or found, and by how many people or programs. */
  times: z.number().int().default(1),
  voices: z.number().int().default(1),
});
export type IndexedMemory = z.infer<typeof indexedMemorySchema>;

export const indexedArtifactSchema = z.object({
  ...indexedCommon,
  type: z.literal('artifact'),
  artifactType: z.enum(ARTIFACT_TYPES),
  title: z.string(),
  content: artifactContentSchema,
  compiledAt: z.string(),
  /** The names of the changes that it is about; an earlier version of the learn-compiler does not send them. */
  changes: z.array(z.string()).default([]),
  /** All memories that it was compiled from; they have its namespace and agent. */
  sourceMemories: z.array(z.string()).default([]),
});
export type IndexedArtifact = z.infer<typeof indexedArtifactSchema>;

const place = { agentId: z.string().nullable(), namespaceId: z.string().nullable() };

/** What is known of a whole session. One without an outcome and identifiers is forgotten. */
export const indexedSessionSchema = z.object({
  ...place,
  sessionId: z.string(),
  /** By its verdict. */
  outcome: z.enum(['success', 'failure']).nullable(),
  /** The identifiers of customers that it names, canonical (`@strata/kernel/identifiers`). */
  identifiers: z.array(z.string().max(64)).max(100),
  /** What its texts say of these customers: words of names and addresses, codes, and further identifiers. */
  names: z.array(z.string().max(64)).max(100).default([]),
});
export type IndexedSession = z.infer<typeof indexedSessionSchema>;

/** What is known of all sessions of an agent in a namespace. */
export const indexedScopeSchema = z.object({
  ...place,
  /** The forms that only identifiers of customers have (`identifierForm`). */
  identifierForms: z.array(z.string().max(64)).max(100),
});
export type IndexedScope = z.infer<typeof indexedScopeSchema>;

/**
 * Adds entries or newer revisions to the search index, and replaces what it knows of sessions. Responds once they can be
 * found.
 */
export const indexEntries = defineCall({
  service: 'synthesis',
  name: 'indexEntries',
  request: z.object({
    entries: z.array(z.discriminatedUnion('type', [indexedMemorySchema, indexedArtifactSchema])).max(1000),
    sessions: z.array(indexedSessionSchema).max(1000).default([]),
    scopes: z.array(indexedScopeSchema).max(1000).default([]),
  }),
  /** `summaries`: how many sessions and scopes were taken. An earlier version of the index takes none. */
  response: z.object({ indexed: z.number().int(), summaries: z.number().int().default(0) }),
  deadlineMs: 60_000,
});

/**
 * Removes entries from the search index. Unknown ids are ignored. `revisions` says by id at which revision an entry is to be gone:
 * what is not newer is ignored when it arrives later.
 */
export const removeEntries = defineCall({
  service: 'synthesis',
  name: 'removeEntries',
  request: z.object({
    ids: z.array(z.string()).max(1000),
    // An earlier version of the learn-compiler does not send it.
    revisions: z.record(z.string(), z.number().int()).default({}),
  }),
  response: z.object({ removed: z.number().int() }),
  deadlineMs: 30_000,
});

/**
 * Erases entries from the search index: those of `ids`, and all of the subject that were indexed until then; and the ids
 * from the packs that showed them. `remaining`: what is left of the subject there. Safe to repeat.
 */
export const eraseEntries = defineCall({
  service: 'synthesis',
  name: 'eraseEntries',
  request: z.object({ subject: erasureRequestSchema, until: z.string(), ids: z.array(z.string()).max(10_000) }),
  response: z.object({ entries: z.number().int(), packs: z.number().int(), remaining: z.number().int() }),
  deadlineMs: 60_000,
});

/** The number of synthesize calls on the day `YYYY-MM-DD` (UTC). */
export const readSynthesisUsage = defineCall({
  service: 'synthesis',
  name: 'readSynthesisUsage',
  request: z.object({ day: z.string() }),
  response: z.object({ syntheses: z.number().int() }),
});

/** The number of packs, and their tokens, by hour or day. */
export const readPackSeries = defineCall({
  service: 'synthesis',
  name: 'readPackSeries',
  request: seriesRequestSchema,
  response: seriesOf({ packs: z.number().int(), tokens: z.number().int() }),
});
