import type { MastraDBMessage } from '@mastra/core/agent';
import { saidCall, saidResult, saidText, type Said } from '@strata/adapter-base/said';

type Part = MastraDBMessage['content']['parts'][number];

/** What a message says: its texts, calls of tools and their results. System messages, files and thoughts say nothing. */
export function saidInMessage(message: MastraDBMessage): Said[] {
  const role = roleOf(message);
  return role === undefined ? [] : message.content.parts.flatMap((part) => saidInPart(role, part));
}

/** A message that a user sends while an agent works is a signal. */
function roleOf({ role, content }: MastraDBMessage): 'user' | 'assistant' | undefined {
  if (role === 'user' || role === 'assistant') return role;
  const { type } = Object(content.metadata?.['signal']) as { type?: unknown };
  return role === 'signal' && (type === 'user' || type === 'user-message') ? 'user' : undefined;
}

function saidInPart(role: string, part: Part): Said[] {
  if (part.type === 'text') return saidText(role, part.text);
  if (part.type !== 'tool-invocation') return [];
  const { toolName, toolCallId, state, result, isError, errorText } = part.toolInvocation;
  const tool = { toolName, toolCallId };
  if (state === 'partial-call') return [];
  const call = saidCall(tool, part.toolInvocation.args);
  if (state === 'result') return [...call, ...saidResult(tool, { value: result, isError: isError === true })];
  if (state === 'output-error' || state === 'output-denied')
    return [...call, ...saidResult(tool, { value: errorText ?? 'The call was denied', isError: true })];
  return call;
}
