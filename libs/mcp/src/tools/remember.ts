import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { defined, scopeArguments } from './arguments.ts';
import { ADDS, defineTool } from './tool.ts';

/** Well below the size of an event, whatever the alphabet. */
const MAX_TEXT = 32_000;

export const remember = defineTool({
  name: 'remember',
  title: 'Remember a text',
  description:
    'Stores one statement for later: a preference, a decision, a fact, or a finding that the next run needs. Write it so that it is understood without this conversation: names instead of "he", dates instead of "tomorrow". Do not store secrets. It can be recalled at once.',
  annotations: ADDS,
  input: z.strictObject({
    text: z.string().min(1).max(MAX_TEXT).describe('The statement, in full sentences.'),
    speaker: z
      .string()
      .min(1)
      .max(100)
      .default('user')
      .describe('Who says it: a name, "user" for the person you work with, or "assistant" for yourself.'),
    user_id: scopeArguments.user_id.describe(
      'The person it is about, by an id of your own: only recalls for this person show it. Without it, every recall can.',
    ),
    agent_id: scopeArguments.agent_id.describe('The agent it belongs to.'),
    session_id: scopeArguments.session_id.describe('The conversation or run it belongs to. Default: one of its own.'),
    tags: z.array(z.string().min(1).max(100)).max(20).optional().describe('Labels to list it by.'),
  }),
  output: z.object({
    event_id: z.string().describe('The id of what was stored. Once compiled, list and recall show it as a memory.'),
    session_id: z.string(),
  }),
  run: async ({ text, speaker, user_id: userId, agent_id: agentId, session_id: given, tags }, { call }) => {
    // A session of its own ends with its only event, so that it is compiled soon.
    const sessionId = given ?? `remember-${randomUUID()}`;
    const sessionEnd = given === undefined ? true : undefined;
    const { eventId } = await call('captureEvent', {
      type: 'message',
      sessionId,
      payload: { role: speaker, content: text },
      metadata: defined({ userId, agentId, tags, sessionEnd }),
      idempotencyKey: `mcp-${randomUUID()}`,
    });
    return {
      data: { event_id: eventId, session_id: sessionId },
      text: `Stored as ${eventId} in session ${sessionId}. It can be recalled now.`,
    };
  },
});
