import type { Act, Found } from '../acts/act.ts';
import { contentText } from '../acts/content-text.ts';
import { fingerprint, isRecord, listIn, parsedJson, recordIn, textIn, type JsonRecord } from '../acts/json.ts';
import { OpenCalls } from '../acts/open-calls.ts';
import { readItemCall, readItemMessage, readItemOutput, unwrapOutput } from '../acts/response-items.ts';
import type { RecordTally } from './record-tally.ts';
import type { LineReader, LineSource, Place } from './source.ts';

const LEFT_OUT_ITEMS = new Set([
  'reasoning',
  'item_reference',
  'web_search_call',
  'file_search_call',
  'image_generation_call',
]);

/** The messages or items of a line: of a request, a response, a pair of both, a line of a batch, or a list of messages. */
function itemsOf(line: unknown): readonly unknown[] | undefined {
  if (Array.isArray(line)) return line as unknown[];
  if (!isRecord(line)) return undefined;
  const request = [
    line,
    recordIn(line, 'request'),
    recordIn(line, 'body'),
    recordIn(recordIn(line, 'request'), 'body'),
  ];
  const answer = [line, recordIn(line, 'response'), recordIn(recordIn(line, 'response'), 'body')];
  const asked = request.flatMap((record) => {
    const { input } = record;
    return [
      ...listIn(record, 'messages'),
      ...(typeof input === 'string' ? [{ role: 'user', content: input }] : listIn(record, 'input')),
    ];
  });
  const answered = answer.flatMap((record) => [
    ...listIn(record, 'choices').flatMap((choice) =>
      isRecord(choice) && isRecord(choice['message']) ? [choice['message']] : [],
    ),
    ...listIn(record, 'output'),
  ]);
  return asked.length + answered.length === 0 ? undefined : [...asked, ...answered];
}

const NAMES = ['session_id', 'sessionId', 'conversation_id', 'conversationId', 'thread_id', 'prompt_cache_key'];

/** The conversation that a line belongs to: as it says itself, else the one that begins with the same messages. */
function sessionIdOf(line: unknown, items: readonly unknown[]): string {
  if (isRecord(line)) {
    const body = [line, recordIn(line, 'request'), recordIn(line, 'body')];
    for (const record of body.flatMap((part) => [part, recordIn(part, 'metadata')])) {
      const named =
        textIn(record, ...NAMES) ?? (typeof record['conversation'] === 'string' ? record['conversation'] : undefined);
      if (named !== undefined) return named;
    }
  }
  const first = items.findIndex((item) => isRecord(item) && item['role'] === 'user');
  return `conversation-${fingerprint(items.slice(0, Math.max(1, first + 1)))}`;
}

function timeOf(line: unknown): string | number | undefined {
  if (!isRecord(line)) return undefined;
  for (const record of [line, recordIn(line, 'response')])
    for (const name of ['timestamp', 'created_at', 'created', 'time']) {
      const value = record[name];
      if (typeof value === 'string' || typeof value === 'number') return value;
    }
  return undefined;
}

/** The acts of one message of Chat Completions, or of one item of Responses. */
function actsOf(item: JsonRecord, key: string, calls: OpenCalls, tally: RecordTally): { act: Act; key: string }[] {
  const named = (callId: string, acts: ReturnType<OpenCalls['call']>) =>
    acts.map(({ act, part }) => ({ act, key: `${callId}/${part}` }));
  const call = readItemCall(item);
  if (call !== undefined) {
    const callId = textIn(item, 'call_id', 'id') ?? key;
    return named(callId, calls.call(callId, call.tool, call.input, 0));
  }
  const type = textIn(item, 'type');
  if (type?.endsWith('_call_output') === true) {
    const callId = textIn(item, 'call_id', 'id') ?? key;
    return named(callId, calls.result(callId, unwrapOutput(readItemOutput(item))));
  }
  const { role } = item;
  if (role === 'tool' || role === 'function') {
    const callId = textIn(item, 'tool_call_id', 'name') ?? key;
    return named(callId, calls.result(callId, { output: contentText(item['content']) ?? item['content'] }));
  }
  if (typeof role !== 'string') {
    if (type !== undefined && LEFT_OUT_ITEMS.has(type)) tally.leftOut(type);
    else tally.unknown(`item ${type ?? 'without type'}`);
    return [];
  }
  const message = readItemMessage(item);
  const toolCalls = listIn(item, 'tool_calls').flatMap((toolCall) => {
    if (!isRecord(toolCall)) return [];
    const callId = textIn(toolCall, 'id') ?? `${key}/call`;
    const of = recordIn(toolCall, 'function');
    return named(callId, calls.call(callId, textIn(of, 'name') ?? 'unnamed', parsedJson(of['arguments']), 0));
  });
  if (typeof message !== 'string') return [{ act: { kind: 'message', ...message }, key }, ...toolCalls];
  if (toolCalls.length === 0) tally.leftOut(message);
  return toolCalls;
}

/** Every line has a whole conversation so far, and the same conversation stands on many: its messages are sent once. */
function readLine(line: unknown, { path, line: number }: Place, tally: RecordTally): readonly Found[] {
  const items = itemsOf(line);
  if (items === undefined)
    return (isRecord(line) ? tally.unknown('line without messages') : tally.broken(path, number), []);
  const sessionId = sessionIdOf(line, items);
  const model = isRecord(line) ? textIn(line, 'model') : undefined;
  const session = { sessionId, ...(model === undefined ? {} : { model }) };
  const at = timeOf(line);
  const calls = new OpenCalls();
  const seen = new Map<string, number>();
  return items.flatMap((item): Found[] => {
    if (!isRecord(item)) return (tally.unknown('message that is no object'), []);
    // A message that is said twice in a conversation is two messages.
    const said = fingerprint([item['role'], item['type'], item['content'], item['tool_calls']]);
    const nth = (seen.get(said) ?? 0) + 1;
    seen.set(said, nth);
    return actsOf(item, `${said}/${String(nth)}`, calls, tally).map((found) => ({
      ...found,
      session,
      ...(at === undefined ? {} : { at }),
    }));
  });
}

/** Requests and responses of OpenAI's APIs, or lists of messages, one a line. */
export const openai: LineSource = {
  kind: 'lines',
  pattern: { depth: 8, matches: (path) => /\.(?:jsonl|ndjson)$/.test(path) },
  createReader: (): LineReader => ({ read: readLine }),
  repeats: true,
};
