import { parseJson } from '@strata/kernel/parse-json';
import { indexedItems, isRecord, itemsOf, unserialized, type Attributes } from './attributes.ts';
import { readChatMessages, type ChatMessage } from './chat-message.ts';
import type { ReceivedSpan } from './received-span.ts';

/** What a span says of a conversation with a model: the history that was sent, and what came back. */
export interface SpanMessages {
  readonly input: readonly ChatMessage[];
  readonly output: readonly ChatMessage[];
}

type Source = (span: ReceivedSpan) => Generator<undefined, SpanMessages>;

/**
 * Reads the messages of a span from the first convention that it follows; undefined if it has none.
 * Errors: `SyntaxError` naming the attribute that is no JSON, such as one that a limit cut off, or has too many messages.
 */
export function* readSpanMessages(span: ReceivedSpan): Generator<undefined, SpanMessages | undefined> {
  for (const source of SOURCES) {
    const messages = yield* source(span);
    if (messages.input.length + messages.output.length > 0) return messages;
  }
  return undefined;
}

/** OpenTelemetry's attributes, on the span or on its event of the details. */
function* fromAttributes({ attributes, events }: ReceivedSpan): Generator<undefined, SpanMessages> {
  const details = events.filter(({ name }) => name === 'gen_ai.client.inference.operation.details');
  const input: ChatMessage[] = [];
  const output: ChatMessage[] = [];
  for (const carrier of [attributes, ...details.map((event) => event.attributes)]) {
    const instructions = yield* jsonOf(carrier, 'gen_ai.system_instructions');
    if (instructions !== undefined) input.unshift(...readInstructions(instructions));
    input.push(...readChatMessages(yield* jsonOf(carrier, 'gen_ai.input.messages'), 'user'));
    output.push(...readChatMessages(yield* jsonOf(carrier, 'gen_ai.output.messages'), 'assistant'));
  }
  return { input, output };
}

/** Instructions are the parts of one message, or messages. */
const readInstructions = (value: unknown): ChatMessage[] =>
  Array.isArray(value) && !value.some((item) => isRecord(item) && 'role' in item)
    ? readChatMessages([{ role: 'system', content: value }], 'system')
    : readChatMessages(value, 'system');

const MESSAGE_EVENT = /^gen_ai\.(system|user|assistant|tool)\.message$/;

/** OpenTelemetry's conventions until 1.36: one event for each message. */
function* fromSpanEvents({ events }: ReceivedSpan): Generator<undefined, SpanMessages> {
  const input: ChatMessage[] = [];
  const output: ChatMessage[] = [];
  for (const { name, attributes } of events) {
    yield;
    const [, role] = MESSAGE_EVENT.exec(name) ?? [];
    if (role === undefined && name !== 'gen_ai.choice') continue;
    const body = unserialized(attributes.get('gen_ai.event.content'));
    const fields = isRecord(body) ? body : Object.fromEntries(attributes);
    if (role !== undefined) input.push(...readChatMessages([{ role, ...fields }], role));
    else output.push(...readChatMessages([choiceOf(fields)], 'assistant'));
  }
  return { input, output };
}

function choiceOf(fields: Readonly<Record<string, unknown>>): unknown {
  const message = unserialized(fields['message']);
  return isRecord(message) ? message : { role: 'assistant', ...fields, content: message ?? fields['content'] };
}

/** OpenInference: `llm.input_messages.0.message.content`. */
function* fromOpenInference({ attributes }: ReceivedSpan): Generator<undefined, SpanMessages> {
  const read = (prefix: string, role: string): ChatMessage[] =>
    readChatMessages(
      indexedItems(attributes, prefix).map((item) =>
        openInferenceMessage(isRecord(item) ? item['message'] : undefined),
      ),
      role,
    );
  yield;
  return { input: read('llm.input_messages', 'user'), output: read('llm.output_messages', 'assistant') };
}

function openInferenceMessage(message: unknown): unknown {
  if (!isRecord(message)) return undefined;
  const blocks = itemsOf(message['contents']).map((item) => (isRecord(item) ? item['message_content'] : undefined));
  const calls = itemsOf(message['tool_calls']).map((item) => (isRecord(item) ? item['tool_call'] : undefined));
  return { ...message, content: message['content'] ?? blocks, tool_calls: calls };
}

/** OpenLLMetry: `gen_ai.prompt.0.content`. */
function* fromOpenLlmetry({ attributes }: ReceivedSpan): Generator<undefined, SpanMessages> {
  const read = (prefix: string, role: string): ChatMessage[] =>
    readChatMessages(
      indexedItems(attributes, prefix).map((item) =>
        isRecord(item) && isRecord(item['tool_calls']) ? { ...item, tool_calls: itemsOf(item['tool_calls']) } : item,
      ),
      role,
    );
  yield;
  return { input: read('gen_ai.prompt', 'user'), output: read('gen_ai.completion', 'assistant') };
}

/** The AI SDK of Vercel. */
function* fromAiSdk({ attributes }: ReceivedSpan): Generator<undefined, SpanMessages> {
  const messages = yield* jsonOf(attributes, 'ai.prompt.messages');
  const prompt = messages === undefined ? yield* jsonOf(attributes, 'ai.prompt') : undefined;
  const { system, prompt: asked, messages: history } = isRecord(prompt) ? prompt : { prompt };
  const calls = yield* jsonOf(attributes, 'ai.response.toolCalls');
  const text = attributes.get('ai.response.text') ?? attributes.get('ai.response.object');
  const input = [
    ...readChatMessages(system, 'system'),
    ...[messages, history, asked].flatMap((part) => readChatMessages(part, 'user')),
  ];
  return { input, output: readChatMessages([{ content: text, tool_calls: calls }], 'assistant') };
}

/** The first conventions of OpenTelemetry: one text or list for all messages, on the span or on an event. */
function* fromWholeTexts({ attributes, events }: ReceivedSpan): Generator<undefined, SpanMessages> {
  const carriers = [attributes, ...events.map((event) => event.attributes)];
  const input: ChatMessage[] = [];
  const output: ChatMessage[] = [];
  for (const carrier of carriers) {
    input.push(...readChatMessages(yield* jsonOf(carrier, 'gen_ai.prompt'), 'user'));
    output.push(...readChatMessages(yield* jsonOf(carrier, 'gen_ai.completion'), 'assistant'));
  }
  return { input, output };
}

const SOURCES: readonly Source[] = [
  fromAttributes,
  fromSpanEvents,
  fromOpenInference,
  fromOpenLlmetry,
  fromAiSdk,
  fromWholeTexts,
];

/** Of one attribute. No model takes so many. */
const MAX_MESSAGES = 20_000;

/** An attribute that is structured, or its JSON; a text that does not look like JSON is itself. */
function* jsonOf(attributes: Attributes, name: string): Generator<undefined, unknown> {
  const value = attributes.get(name);
  if (value === '') return undefined;
  const read = typeof value === 'string' && /^\s*(?:\[\s*[\]{"]|\{)/.test(value) ? yield* parsed(value, name) : value;
  if (Array.isArray(read) && read.length > MAX_MESSAGES)
    throw new SyntaxError(`${name} has more than ${String(MAX_MESSAGES)} messages`);
  return read;
}

function* parsed(value: string, name: string): Generator<undefined, unknown> {
  try {
    return yield* parseJson(value);
  } catch {
    throw new SyntaxError(`${name} is not valid JSON`);
  }
}
