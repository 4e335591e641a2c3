import type { LanguageModelV4Content, LanguageModelV4Middleware, LanguageModelV4Prompt } from '@ai-sdk/provider';
import { Conversation, type ConversationOptions } from '@strata/adapter-base/conversation';
import type { Strata } from '@strata/client/strata';
import { observeStream } from './observe-stream.ts';
import { saidInAnswer, saidInPrompt, textOf } from './said-events.ts';

/** Whose conversation it is, and what recalling may cost. */
export type StrataMiddlewareOptions = ConversationOptions;

/**
 * A middleware of the AI SDK for one conversation: `wrapLanguageModel({ model, middleware: strataMiddleware(strata, { userId, sessionId }) })`.
 * The last message of the user gets what is recalled for it in front; what is new in a prompt and what the model answers are captured.
 * It throws no error and waits for no delivery: `strata.flush()` does.
 */
export function strataMiddleware(
  strata: Pick<Strata, 'context' | 'capture'>,
  options: StrataMiddlewareOptions = {},
): LanguageModelV4Middleware {
  const conversation = new Conversation(strata, 'ai-sdk', options);

  const capturePrompt = (prompt: LanguageModelV4Prompt) =>
    conversation.capture(() => ({
      past: prompt.slice(0, startOfNew(prompt)).flatMap(saidInPrompt),
      said: prompt.slice(startOfNew(prompt)).flatMap(saidInPrompt),
    }));
  const captureAnswer = async (past: readonly unknown[], content: readonly LanguageModelV4Content[]): Promise<void> => {
    await conversation.capture(() => ({ past, said: saidInAnswer(content) }));
  };

  return {
    specificationVersion: 'v4',
    transformParams: async ({ params }) => {
      const { prompt } = params;
      const at = prompt.findLastIndex(({ role }) => role === 'user');
      const message = prompt[at];
      const query = message?.role === 'user' ? textOf(message) : '';
      if (message?.role !== 'user' || query === '') return params;
      const text = await conversation.recall(query, `${String(at)} ${query}`, params.abortSignal);
      if (text === '') return params;
      const content = [{ type: 'text' as const, text: `${text}\n` }, ...message.content];
      return { ...params, prompt: prompt.with(at, { ...message, content }) };
    },
    wrapGenerate: async ({ doGenerate, params }) => {
      const said = await capturePrompt(params.prompt);
      const answer = await doGenerate();
      await captureAnswer(said, answer.content);
      return answer;
    },
    wrapStream: async ({ doStream, params }) => {
      const said = await capturePrompt(params.prompt);
      const answer = await doStream();
      return { ...answer, stream: observeStream(answer.stream, (content) => captureAnswer(said, content)) };
    },
  };
}

/**
 * Where the messages begin that no model has answered yet. Those before were captured when they were new, or are examples. A prompt may
 * end with the begin of an answer.
 */
function startOfNew(prompt: LanguageModelV4Prompt): number {
  const last = prompt.findLastIndex(({ role }) => role !== 'assistant');
  return prompt.slice(0, last + 1).findLastIndex(({ role }) => role === 'assistant') + 1;
}
