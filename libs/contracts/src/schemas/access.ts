import { z } from 'zod';
import { utcInstant } from './instant.ts';

/** The operation that returned a memory. */
export const ACCESS_ACTIONS = ['synthesize', 'list', 'read', 'lineage'] as const;

/** One memory that one request returned to an actor. */
export const accessEntrySchema = z
  .object({
    id: z.string(),
    memoryId: z.string(),
    actorId: z.string().describe('The user or API key.'),
    agentId: z.string().nullable().describe('The agent that the API key is bound to.'),
    action: z.enum(ACCESS_ACTIONS),
    requestId: z.string(),
    at: utcInstant,
  })
  .meta({ id: 'AccessEntry', description: 'One memory that one request returned to an actor.' });
export type AccessEntry = z.infer<typeof accessEntrySchema>;
