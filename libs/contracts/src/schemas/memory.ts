import { z } from 'zod';

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

/** A memory as a client reads it. `validFrom`/`validTo` bound the time that it speaks of, ISO 8601 in UTC. */
export const memorySchema = z.object({
  id: z.string(),
  kind: z.enum(MEMORY_KINDS),
  content: z.string(),
  tags: z.array(z.string()),
  agentId: z.string().nullable(),
  namespaceId: z.string().nullable(),
  sessionId: z.string(),
  speaker: z.string().nullable(),
  importance: z.number().min(0).max(1),
  confidence: z.number().min(0).max(1),
  tokenCount: z.number().int(),
  sourceEvents: z.array(z.string()),
  validFrom: z.string(),
  validTo: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Memory = z.infer<typeof memorySchema>;
