import { isRecord, unserialized } from './attributes.ts';

/** A message of a conversation with a model, whatever library reported it. */
export interface ChatMessage {
  /** `system`, `user`, `assistant`, `tool`, or another of the client's. */
  readonly role: string;
  /** Empty if it has none. */
  readonly text: string;
  readonly calls: readonly ToolCall[];
  readonly results: readonly ToolResult[];
}

export interface ToolCall {
  readonly id: string | undefined;
  readonly name: string;
  readonly input: unknown;
}

export interface ToolResult {
  readonly id: string | undefined;
  readonly name: string | undefined;
  readonly output: unknown;
  readonly hasFailed: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

const ROLES: Readonly<Record<string, string>> = {
  model: 'assistant',
  ai: 'assistant',
  human: 'user',
  developer: 'system',
  function: 'tool',
};

/**
 * Reads a message in the forms of the OpenTelemetry conventions (`parts`), OpenAI (`content`, `tool_calls`), Anthropic and Bedrock
 * (blocks), or the AI SDK. Reasoning, files and images are left out. Undefined if it says nothing.
 */
export function readChatMessage(value: unknown, defaultRole: string): ChatMessage | undefined {
  const fields: Fields = isRecord(value) ? value : { content: value };
  const named = text(fields['role']) ?? defaultRole;
  const role = ROLES[named.toLowerCase()] ?? named.toLowerCase();
  const blocks = blocksOf(fields['parts'] ?? fields['content']);
  const message = {
    role,
    text: blocks.map(textOfBlock).filter(isText).join('\n').trim(),
    calls: [...blocks, ...listOf(fields['tool_calls'])].map(readCall).filter((call) => call !== undefined),
    results: blocks.map(readResult).filter((result) => result !== undefined),
  };
  if (role === 'tool' && message.results.length === 0 && message.text !== '') {
    const id = text(fields['tool_call_id']) ?? text(fields['id']);
    const result = { id, name: text(fields['name']), output: unserialized(message.text), hasFailed: false };
    return { ...message, text: '', results: [result] };
  }
  return message.text === '' && message.calls.length === 0 && message.results.length === 0 ? undefined : message;
}

/** The messages of a list, or of a text. */
export const readChatMessages = (value: unknown, defaultRole: string): ChatMessage[] =>
  (Array.isArray(value) ? value : [value])
    .filter((item) => item !== undefined && item !== null)
    .map((item) => readChatMessage(item, defaultRole))
    .filter((message) => message !== undefined);

/** A text can hold the blocks as JSON. */
function blocksOf(content: unknown): Fields[] {
  const parsed = unserialized(content);
  const isBlocks = Array.isArray(parsed) && parsed.length > 0 && parsed.every(isBlock);
  const list = isBlocks ? parsed : [content];
  return list
    .filter((item) => item !== undefined && item !== null)
    .map((item) => (isRecord(item) ? item : { text: item }));
}

const isBlock = (item: unknown): boolean =>
  typeof item === 'string' ||
  (isRecord(item) && ['type', 'text', 'toolUse', 'toolResult', 'reasoningContent'].some((key) => key in item));

const TEXT_TYPES = new Set(['text', 'input_text', 'output_text']);

function textOfBlock(block: Fields): string | undefined {
  const type = block['type'];
  if (typeof type === 'string' && !TEXT_TYPES.has(type)) return undefined;
  return text(block['text']) ?? (type === undefined ? undefined : text(block['content']));
}

const CALL_TYPES = new Set(['tool_call', 'tool_use', 'tool-call', 'function_call', 'function']);

/** A block, or an item of `tool_calls`. */
function readCall(item: unknown): ToolCall | undefined {
  if (!isRecord(item)) return undefined;
  const { function: called, toolUse } = item;
  const type = item['type'];
  if (typeof type === 'string' && !CALL_TYPES.has(type)) return undefined;
  const inner: Fields = isRecord(called) ? called : isRecord(toolUse) ? toolUse : item;
  const name = text(inner['name']) ?? text(inner['toolName']);
  if (name === undefined) return undefined;
  const id = text(item['id']) ?? text(inner['toolUseId']) ?? text(item['toolCallId']) ?? text(item['call_id']);
  const input = inner['arguments'] ?? inner['input'] ?? inner['args'];
  return { id: id === name ? undefined : id, name, input: unserialized(input) ?? {} };
}

const RESULT_TYPES = new Set(['tool_call_response', 'tool_result', 'tool-result', 'function_call_output']);

function readResult(block: Fields): ToolResult | undefined {
  const nested = block['toolResult'];
  if (!isRecord(nested) && !RESULT_TYPES.has(String(block['type']))) return undefined;
  const fields: Fields = isRecord(nested) ? nested : block;
  const id =
    text(fields['id']) ??
    text(fields['tool_use_id']) ??
    text(fields['toolUseId']) ??
    text(fields['toolCallId']) ??
    text(fields['call_id']);
  const sent = fields['response'] ?? fields['result'] ?? fields['output'] ?? fields['content'];
  const { output, hasFailed } = unwrapped(unserialized(sent));
  const isError = fields['is_error'] === true || fields['isError'] === true || fields['status'] === 'error';
  return {
    id,
    name: text(fields['name']) ?? text(fields['toolName']),
    output: output ?? null,
    hasFailed: hasFailed || isError,
  };
}

/** The AI SDK says what kind of output it is; lists of text blocks are their text. */
function unwrapped(output: unknown): { readonly output: unknown; readonly hasFailed: boolean } {
  if (isRecord(output) && typeof output['type'] === 'string' && 'value' in output)
    return { output: output['value'], hasFailed: output['type'].startsWith('error') };
  if (!Array.isArray(output) || output.length === 0) return { output, hasFailed: false };
  const texts = output.map((block) => (isRecord(block) ? textOfBlock(block) : undefined));
  return { output: texts.every(isText) ? unserialized(texts.join('\n')) : output, hasFailed: false };
}

const isText = (value: string | undefined): value is string => value !== undefined;
const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
const listOf = (value: unknown): readonly unknown[] => {
  const list = unserialized(value);
  return Array.isArray(list) ? list : [];
};
