import { z } from 'zod';
import { utcInstant } from './instant.ts';

/** What a verdict says. */
export const OUTCOMES = ['success', 'failure'] as const;

/** How a session ended, by its verdict. */
export const sessionOutcome = z
  .enum(OUTCOMES)
  .nullable()
  .describe('How the session ended, by its verdict; null if none is known.');

/** A filter by how a session ended. */
export const outcomeFilter = z
  .enum([...OUTCOMES, 'unknown'])
  .optional()
  .describe('Only of sessions that ended so, by their verdicts; `unknown`: of those without one.');

/** A session, as far as it was learned. Two agents, or two namespaces, that use the same id have a session each. */
export const sessionSchema = z
  .object({
    id: z.string().describe('The `sessionId` of its events.'),
    agentId: z.string().nullable(),
    namespaceId: z.string().nullable(),
    outcome: sessionOutcome,
    lastEventAt: utcInstant.describe('When its newest learned event arrived.'),
  })
  .meta({
    id: 'LearnedSession',
    description: 'The events with one session id, of one agent and namespace, and how they ended.',
  });
export type Session = z.infer<typeof sessionSchema>;
