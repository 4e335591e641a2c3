import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { defined, scopeArguments } from './arguments.ts';
import { ADDS, defineTool, ToolFault } from './tool.ts';

export const reportOutcome = defineTool({
  name: 'report_outcome',
  title: 'Report how a task ended',
  description:
    'Says how a task ended, so that memory ranks what helped higher and what misled lower. Pass the pack_id of the recall that you used, the session_id of the run, or both. Call it once the result is known: tests ran, the user confirmed or objected.',
  annotations: ADDS,
  input: z.strictObject({
    outcome: z.enum(['success', 'failure']).describe('How the task ended.'),
    pack_id: z.string().min(1).max(64).optional().describe('From the answer of recall or learned.'),
    used: z
      .array(z.string().min(1).max(64))
      .max(100)
      .optional()
      .describe('Those sources of the pack that were used. Without it, all of them count.'),
    session_id: scopeArguments.session_id.describe('The session that ended, as in remember.'),
    agent_id: scopeArguments.agent_id.describe('The agent of that session.'),
    user_id: scopeArguments.user_id.describe('The person of that session.'),
    note: z.string().min(1).max(4_000).optional().describe('What decided the outcome, for the session.'),
  }),
  output: z.object({
    outcome: z.enum(['success', 'failure']),
    counted: z.int().describe('For how many sources of the pack the outcome counts.'),
    event_id: z.string().optional().describe('The event that states the outcome of the session.'),
  }),
  run: async ({ outcome, pack_id: packId, used, session_id: sessionId, agent_id, user_id, note }, { call }) => {
    if (packId === undefined && sessionId === undefined)
      throw new ToolFault('Pass pack_id (from recall or learned), session_id, or both');
    const feedback =
      packId === undefined ? { counted: 0 } : await call('recordFeedback', { packId, outcome, ...defined({ used }) });
    const closing =
      sessionId === undefined
        ? undefined
        : await call('captureEvent', {
            type: 'message',
            sessionId,
            payload: {
              role: 'assistant',
              content: note ?? `The task ended in ${outcome}.`,
              resolved: outcome === 'success',
            },
            metadata: defined({ agentId: agent_id, userId: user_id }),
            idempotencyKey: `mcp-${randomUUID()}`,
          });
    return {
      data: { outcome, counted: feedback.counted, ...defined({ event_id: closing?.eventId }) },
      text: [
        ...(packId === undefined ? [] : [`Recorded ${outcome} for ${feedback.counted} sources of ${packId}.`]),
        ...(sessionId === undefined ? [] : [`Session ${sessionId} is closed with ${outcome}.`]),
      ].join('\n'),
    };
  },
});
