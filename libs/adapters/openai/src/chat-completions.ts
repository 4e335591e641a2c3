import { parsedInput, saidCall, saidResult, saidText, type Said } from '@strata/adapter-base/said';
import { withoutRecalled } from '@strata/adapter-base/without-recalled';
import type {
  ChatCompletion,
  ChatCompletionChunk,
  ChatCompletionCreateParams,
  ChatCompletionMessage,
  ChatCompletionMessageParam,
  ChatCompletionMessageToolCall,
} from 'openai/resources/chat/completions';
import { inFront, type Collector, type Dialect, type Question } from './dialect.ts';

type Content = ChatCompletionMessageParam['content'];
type Answer = Pick<ChatCompletionMessage, 'content' | 'refusal' | 'audio' | 'tool_calls'>;

/** Chat Completions: each request repeats the whole conversation. */
export const CHAT_COMPLETIONS: Dialect = {
  questionOf(body): Question | undefined {
    const { messages } = body as ChatCompletionCreateParams;
    const at = messages.findLastIndex(({ role }) => role === 'user');
    const message = messages[at];
    const text = message?.role === 'user' ? withoutRecalled(textOf(message.content)).trim() : '';
    if (message?.role !== 'user' || text === '') return undefined;
    return {
      text,
      at,
      withRecalled: (recalled) => {
        const { content } = message;
        const found =
          typeof content === 'string'
            ? inFront(recalled, content)
            : [{ type: 'text' as const, text: `${recalled}\n` }, ...content];
        return { ...body, messages: messages.with(at, { ...message, content: found }) };
      },
    };
  },

  saidInRequest(body) {
    const { messages } = body as ChatCompletionCreateParams;
    const names = new Map(messages.flatMap((one) => (one.role === 'assistant' ? namesIn(one.tool_calls) : [])));
    const said = (some: readonly ChatCompletionMessageParam[]): Said[] =>
      some.flatMap((one) => saidInMessage(one, names));
    const start = startOfNew(messages);
    return { past: said(messages.slice(0, start)), said: said(messages.slice(start)) };
  },

  saidInAnswer: (answer) => (answer as ChatCompletion).choices.flatMap(({ message }) => saidByModel(message)),

  collect: () => new ChunkCollector(),
};

/** The texts of a message, line by line. */
const textOf = (content: Content): string => {
  if (typeof content === 'string') return content;
  return (content ?? []).flatMap((part) => (part.type === 'text' ? part.text : [])).join('\n');
};

/** What a message says. System messages, files and images say nothing. */
function saidInMessage(message: ChatCompletionMessageParam, names: ReadonlyMap<string, string>): Said[] {
  if (message.role === 'user') return saidText('user', withoutRecalled(textOf(message.content)).trim());
  if (message.role === 'tool') {
    const { tool_call_id: toolCallId, content } = message;
    const value = parsedInput(textOf(content));
    return saidResult({ toolName: names.get(toolCallId), toolCallId }, { value, isError: undefined });
  }
  if (message.role !== 'assistant') return [];
  const { content, refusal = null, tool_calls } = message;
  return saidByModel({ content: textOf(content), refusal, ...(tool_calls === undefined ? {} : { tool_calls }) });
}

function saidByModel({ content, refusal, audio, tool_calls: calls }: Answer): Said[] {
  const texts = [content, audio?.transcript, refusal].flatMap((text) => text ?? []);
  return [...texts.flatMap((text) => saidText('assistant', text)), ...(calls ?? []).flatMap(saidInCall)];
}

function saidInCall(call: ChatCompletionMessageToolCall): Said[] {
  const toolCallId = call.id;
  return call.type === 'custom'
    ? saidCall({ toolName: call.custom.name, toolCallId }, call.custom.input)
    : saidCall({ toolName: call.function.name, toolCallId }, parsedInput(call.function.arguments));
}

const namesIn = (calls: readonly ChatCompletionMessageToolCall[] | undefined): [string, string][] =>
  (calls ?? []).map((call) => [call.id, call.type === 'custom' ? call.custom.name : call.function.name]);

/**
 * Where the messages begin that no model has answered yet. Those before were captured when they were new, or are examples. A request may
 * end with the begin of an answer.
 */
function startOfNew(messages: readonly ChatCompletionMessageParam[]): number {
  const last = messages.findLastIndex(({ role }) => role !== 'assistant');
  return messages.slice(0, last + 1).findLastIndex(({ role }) => role === 'assistant') + 1;
}

interface Choice {
  content: string;
  refusal: string;
  readonly calls: { id: string; name: string; input: string }[];
  isComplete: boolean;
}

class ChunkCollector implements Collector {
  readonly #choices: Choice[] = [];

  add(part: object): void {
    for (const { index, delta, finish_reason: reason } of (part as ChatCompletionChunk).choices) {
      const choice = (this.#choices[index] ??= { content: '', refusal: '', calls: [], isComplete: false });
      choice.content += delta.content ?? '';
      choice.refusal += delta.refusal ?? '';
      // Other servers leave the reason out until the end.
      choice.isComplete ||= typeof reason === 'string';
      for (const { index: at, id, function: called } of delta.tool_calls ?? []) {
        const call = (choice.calls[at] ??= { id: '', name: '', input: '' });
        call.id ||= id ?? '';
        call.name ||= called?.name ?? '';
        call.input += called?.arguments ?? '';
      }
    }
  }

  said(): Said[] {
    return this.#choices
      .filter(Boolean)
      .flatMap(({ content, refusal, calls, isComplete }) => [
        ...saidByModel({ content, refusal }),
        ...(isComplete ? calls.filter(Boolean) : []).flatMap(({ id, name, input }) =>
          saidCall({ toolName: name, toolCallId: id }, parsedInput(input)),
        ),
      ]);
  }
}
