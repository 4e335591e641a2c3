import type { CallModelInputFilter } from '@openai/agents-core';
import { Conversation, type ConversationOptions } from '@strata/adapter-base/conversation';
import { withoutRecalled } from '@strata/adapter-base/without-recalled';
import type { Strata } from '@strata/client/strata';
import { textOf } from './said-in-item.ts';

/** What is recalled for whom, and what it may cost. */
export type RecallOptions = Omit<ConversationOptions, 'sessionId'>;

/**
 * Puts what is recalled in front of the last message of the user: `run(agent, input, { session, callModelInputFilter: recallFilter(strata) })`.
 * It waits once a turn, and a `StrataSession` stores nothing of it. If Strata is away, the model gets its input as it is.
 */
export function recallFilter(
  strata: Pick<Strata, 'context' | 'capture'>,
  options: RecallOptions = {},
): CallModelInputFilter {
  const conversation = new Conversation(strata, 'openai-agents', options);
  return async ({ modelData }) => {
    const { input } = modelData;
    const at = input.findLastIndex((item) => 'role' in item && item.role === 'user');
    const message = input[at];
    if (message === undefined || !('role' in message) || message.role !== 'user') return modelData;
    const question = withoutRecalled(textOf(message.content)).trim();
    const recalled = question === '' ? '' : await conversation.recall(question, `${String(at)} ${question}`);
    if (recalled === '') return modelData;
    // The runner gives copies, and knows them again by their identity.
    message.content =
      typeof message.content === 'string'
        ? `${recalled}\n\n${message.content}`
        : [{ type: 'input_text', text: `${recalled}\n` }, ...message.content];
    return modelData;
  };
}
