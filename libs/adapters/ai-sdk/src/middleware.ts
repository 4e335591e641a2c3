import type { LanguageModelV4Content, LanguageModelV4Middleware, LanguageModelV4Prompt } from '@ai-sdk/provider';
import { given } from '@strata/client/given';
import type { Strata } from '@strata/client/strata';
import { observeStream } from './observe-stream.ts';
import { cut, saidInAnswer, saidInPrompt, textOf, type Said } from './said-events.ts';

/** Whose conversation it is, and what recalling may cost. */
export interface StrataMiddlewareOptions {
  /** The conversation. Default: a new one for each middleware. */
  readonly sessionId?: string | undefined;
  readonly userId?: string | undefined;
  readonly agentId?: string | undefined;
  readonly namespaceId?: string | undefined;
  /** The token budget of what is recalled. Default: 1,000. */
  readonly maxTokens?: number | undefined;
  /** How long a model may wait for what is recalled, in milliseconds. Default: 2,000. */
  readonly timeoutMs?: number | undefined;
  /** Gets what went wrong with Strata; the model is called all the same. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

const MAX_QUERY_CHARACTERS = 16_000;

/**
 * A middleware of the AI SDK for one conversation: `wrapLanguageModel({ model, middleware: strataMiddleware(strata, { userId, sessionId }) })`.
 * The last message of the user gets what is recalled for it in front; what is new in a prompt and what the model answers are captured.
 * It throws no error and waits for no delivery: `strata.flush()` does.
 */
export function strataMiddleware(
  strata: Pick<Strata, 'context' | 'capture'>,
  options: StrataMiddlewareOptions = {},
): LanguageModelV4Middleware {
  const { sessionId = `ai-sdk-${crypto.randomUUID()}`, maxTokens = 1000, timeoutMs = 2000, onError } = options;
  const { userId, agentId, namespaceId } = options;
  const scope = given({ userId, agentId, namespaceId });

  const report = (error: unknown): void => {
    try {
      onError?.(error);
    } catch {
      // The model answers whatever the handler does.
    }
  };

  // The steps of one turn ask the same: they get the same text, and wait once.
  let recalled: { readonly turn: string; readonly text: Promise<string> } | undefined;
  const recall = async (query: string, turn: string, signal: AbortSignal | undefined): Promise<string> => {
    if (recalled?.turn !== turn) {
      const limits = { maxTokens, timeoutMs, maxRetries: 0, signal };
      const text = strata.context(cut(query, MAX_QUERY_CHARACTERS), { ...scope, ...limits }).catch((error: unknown) => {
        report(error);
        return '';
      });
      recalled = { turn, text };
    }
    const text = await recalled.text;
    // The turn may be tried again.
    if (signal?.aborted === true) recalled = undefined;
    return text;
  };

  /** Captures `said`, which followed `past`. The same again has the same keys, so that it is stored once. */
  const capture = async (past: readonly Said[], said: readonly Said[]): Promise<void> => {
    const all = [...past, ...said];
    const keys = await Promise.all(
      said.map((_one, index) => digest([sessionId, scope, all.slice(0, past.length + index + 1)])),
    );
    said.forEach((one, index) => {
      const event = { ...one, sessionId, metadata: scope, idempotencyKey: `ai-sdk-${keys[index] ?? ''}` };
      strata.capture(event).catch(report);
    });
  };
  /** Captures what is new in a prompt, and resolves with all that it says. */
  const capturePrompt = async (prompt: LanguageModelV4Prompt): Promise<readonly Said[]> => {
    try {
      const past = prompt.slice(0, startOfNew(prompt)).flatMap(saidInPrompt);
      const said = prompt.slice(startOfNew(prompt)).flatMap(saidInPrompt);
      await capture(past, said);
      return [...past, ...said];
    } catch (error) {
      report(error);
      return [];
    }
  };
  const captureAnswer = async (past: readonly Said[], content: readonly LanguageModelV4Content[]): Promise<void> => {
    try {
      await capture(past, saidInAnswer(content));
    } catch (error) {
      report(error);
    }
  };

  return {
    specificationVersion: 'v4',
    transformParams: async ({ params }) => {
      const { prompt } = params;
      const at = prompt.findLastIndex(({ role }) => role === 'user');
      const message = prompt[at];
      const query = message?.role === 'user' ? textOf(message) : '';
      if (message?.role !== 'user' || query === '') return params;
      const text = await recall(query, `${String(at)} ${query}`, params.abortSignal);
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

async function digest(value: unknown): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(value)));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
