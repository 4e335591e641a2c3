import { z } from 'zod';
import { agentIdSchema, sessionIdSchema, userIdSchema } from './event.ts';

/** Whose data is erased: an end user's, an agent's or a session's. */
export const erasureRequestSchema = z
  .strictObject({
    userId: userIdSchema.optional().describe('The end user whose data is erased.'),
    agentId: agentIdSchema.optional().describe('The agent whose data is erased, in all namespaces.'),
    sessionId: sessionIdSchema
      .optional()
      .describe('The session whose data is erased, of all agents that used this id.'),
  })
  .refine((named) => Object.values(named).filter((id) => id !== undefined).length === 1, {
    error: 'must have exactly one of userId, agentId and sessionId',
  })
  .meta({
    id: 'ErasureRequest',
    description: 'Whose data is erased. Exactly one of the three.',
    minProperties: 1,
    maxProperties: 1,
  });
export type ErasureRequest = z.output<typeof erasureRequestSchema>;

const count = z.number().int();

/** What an erasure removed from each store. */
export const erasedCountsSchema = z.object({
  events: count,
  steps: count,
  memories: count,
  claims: count,
  /** Withdrawn, and compiled again from what remains. */
  artifacts: count,
  indexEntries: count,
  packs: count,
});
export type ErasedCounts = z.output<typeof erasedCountsSchema>;

export const NOTHING_ERASED: ErasedCounts = {
  events: 0,
  steps: 0,
  memories: 0,
  claims: 0,
  artifacts: 0,
  indexEntries: 0,
  packs: 0,
};
