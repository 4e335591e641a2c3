import { z } from 'zod';
import { utcInstant } from './instant.ts';

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
    speaker: z.string().nullable(),
    importance: z.number().min(0).max(1),
    confidence: z.number().min(0).max(1),
    tokenCount: z.number().int().describe('Its size in o200k tokens.'),
    sourceEvents: z.array(z.string()).describe('Ids of the events that it was compiled from.'),
    validFrom: utcInstant.describe('When it started to hold.'),
    validTo: utcInstant.nullable().describe('When it stopped holding; null while it holds.'),
    createdAt: utcInstant,
    updatedAt: utcInstant,
    archivedAt: utcInstant.nullable().describe('When a lifecycle policy archived it; null if it is not archived.'),
  })
  .meta({ id: 'Memory', description: 'One thing that was said, decided, found or done.' });
export type Memory = z.infer<typeof memorySchema>;
