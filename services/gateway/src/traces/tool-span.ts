import { isRecord, textOf, unserialized, valueOf } from './attributes.ts';
import { readChatMessage } from './chat-message.ts';
import type { ReceivedSpan } from './received-span.ts';

/** One run of a tool. */
export interface ToolRun {
  readonly id: string | undefined;
  readonly name: string;
  readonly input: unknown;
  /** Null if the span does not say. */
  readonly output: unknown;
  /** Undefined if the span states neither success nor failure. */
  readonly success: boolean | undefined;
  /** Of a failed run, if the span says why. */
  readonly error: string | undefined;
}

const NAME = ['gen_ai.tool.name', 'tool.name', 'ai.toolCall.name', 'traceloop.entity.name'];
const CALL_ID = ['gen_ai.tool.call.id', 'tool_call.id', 'tool.id', 'ai.toolCall.id'];
const INPUT = [
  'gen_ai.tool.call.arguments',
  'ai.toolCall.args',
  'traceloop.entity.input',
  'input.value',
  'tool.parameters',
];
const OUTPUT = ['gen_ai.tool.call.result', 'ai.toolCall.result', 'traceloop.entity.output', 'output.value'];

/** Reads the span of a tool; undefined if it does not name the tool. */
export function readToolSpan(span: ReceivedSpan): ToolRun | undefined {
  const { attributes, name: spanName } = span;
  const name = textOf(attributes, NAME) ?? /^execute_tool\s+(\S+)/.exec(spanName)?.[1];
  if (name === undefined) return undefined;
  const exchanged = fromEvents(span);
  const id = textOf(attributes, CALL_ID) ?? exchanged.id;
  const hasFailed = isFailed(span);
  return {
    // Some models have no ids for calls, and their libraries repeat the name.
    id: id === name ? undefined : id,
    name,
    input: argumentsOf(unserialized(valueOf(attributes, INPUT))) ?? exchanged.input ?? {},
    output: unserialized(valueOf(attributes, OUTPUT)) ?? exchanged.output ?? null,
    success: hasFailed ? false : span.status === 'ok' ? true : undefined,
    error: hasFailed ? errorOf(span) : undefined,
  };
}

/** OpenLLMetry wraps the arguments of a function, LangChain those of a tool. */
function argumentsOf(input: unknown): unknown {
  if (!isRecord(input)) return input;
  const { args, kwargs, inputs } = input;
  if (isRecord(kwargs) && Array.isArray(args)) return args.length === 0 ? kwargs : { ...kwargs, args };
  return inputs === undefined ? input : inputs;
}

interface Exchanged {
  readonly id?: string | undefined;
  readonly input?: unknown;
  readonly output?: unknown;
}

/** Strands puts arguments and result into events. */
function fromEvents({ events }: ReceivedSpan): Exchanged {
  let exchanged: Exchanged = {};
  for (const { name, attributes } of events) {
    if (name === 'gen_ai.tool.message')
      exchanged = { ...exchanged, id: textOf(attributes, ['id']), input: unserialized(attributes.get('content')) };
    if (name === 'gen_ai.choice') {
      const block = { type: 'tool_result', content: attributes.get('message') };
      const [result] = readChatMessage({ role: 'tool', content: [block] }, 'tool')?.results ?? [];
      exchanged = { ...exchanged, output: result?.output };
    }
  }
  return exchanged;
}

const isException = ({ name }: { readonly name: string }): boolean => name === 'exception';

const isFailed = ({ status, events, attributes }: ReceivedSpan): boolean =>
  status === 'error' ||
  (status === 'unset' && events.some(isException)) ||
  attributes.has('error.type') ||
  attributes.get('gen_ai.tool.status') === 'error';

/** What went wrong with a span: its exception, its status, or the class of its error. */
export function errorOf({ events, statusMessage, attributes }: ReceivedSpan): string | undefined {
  const thrown = events.findLast(isException)?.attributes;
  const message = thrown === undefined ? undefined : textOf(thrown, ['exception.message', 'exception.type']);
  return message ?? (statusMessage === '' ? textOf(attributes, ['error.type']) : statusMessage);
}
