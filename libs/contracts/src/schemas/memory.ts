import { z } from 'zod';
import { utcInstant } from './instant.ts';
import { sessionOutcome } from './session.ts';

export const MEMORY_KINDS = [
  'statement',
  'question',
  'request',
  'preference',
  'decision',
  'plan',
  'fact',
  'action',
  'finding',
  'error',
  'error_resolution',
] as const;
export type MemoryKind = (typeof MEMORY_KINDS)[number];

/** A memory in a response. It holds from `validFrom` to `validTo` (ISO 8601 in UTC). */
export const memorySchema = z
  .object({
    id: z.string(),
    kind: z.enum(MEMORY_KINDS),
    content: z.string().describe('What was said or done, by whom and when, as text.'),
    tags: z.array(z.string()),
    agentId: z.string().nullable(),
    namespaceId: z.string().nullable(),
    // An earlier version of the learn-compiler does not send it.
    userId: z.string().nullable().default(null).describe('The end user whom it is about; null without one.'),
    sessionId: z.string(),
    // An earlier version of the learn-compiler does not send it.
    sessionOutcome: sessionOutcome.default(null),
    speaker: z.string().nullable(),
    importance: z.number().min(0).max(1),
    confidence: z.number().min(0).max(1),
    tokenCount: z.number().int().describe('Its size in o200k tokens.'),
    sourceEvents: z.array(z.string()).describe('Ids of the events that it was compiled from.'),
    validFrom: utcInstant.describe('When it started to hold.'),
    validTo: utcInstant.nullable().describe('When it stopped holding; null while it holds.'),
    replacedBy: z
      .string()
      .nullable()
      // An earlier version of the learn-compiler does not send it.
      .default(null)
      .describe('The memory that holds now instead of it; null while it holds.'),
    createdAt: utcInstant,
    updatedAt: utcInstant,
    archivedAt: utcInstant.nullable().describe('When a lifecycle policy archived it; null if it is not archived.'),
  })
  .meta({ id: 'Memory', description: 'One thing that was said, decided, found or done.' });
export type Memory = z.infer<typeof memorySchema>;

/** The most memories of a time line. */
export const MOST_ON_TIMELINE = 50;

/** What holds and what held before it, in order of time. */
export const memoryTimelineSchema = z
  .object({
    memoryId: z.string(),
    memories: z
      .array(memorySchema)
      .describe(
        'The memory with what it replaced, and what replaced it: the one that started to hold first comes first.',
      ),
    truncated: z
      .boolean()
      .describe(`There are more than ${String(MOST_ON_TIMELINE)}: those that are nearest in time are here.`),
  })
  .meta({ id: 'MemoryTimeline', description: 'One fact over time: what held, and what replaced it.' });
