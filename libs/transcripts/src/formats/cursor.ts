import { readFile } from 'node:fs/promises';
import { dirname, basename, join } from 'node:path';
import type { Act, Found, Result, SessionContext } from '../acts/act.ts';
import { contentText } from '../acts/content-text.ts';
import { statedExitCode } from '../acts/exit-code.ts';
import { isRecord, parsedJson, recordIn, textIn, type JsonRecord } from '../acts/json.ts';
import { OpenCalls } from '../acts/open-calls.ts';
import { readLines } from '../files/read-lines.ts';
import { openDatabaseCopy, type Row } from '../sqlite/database-copy.ts';
import type { RecordTally } from './record-tally.ts';
import type { SessionSource, WholeSession } from './source.ts';

const LEFT_OUT_BLOCKS = new Set(['reasoning', 'thinking', 'redacted-reasoning', 'image', 'file']);
const CONTEXT = /<user_info>|<system_reminder>/;
const WRAPPERS = /<\/?user_query>\n?|\[REDACTED\]/g;

/** A message of a transcript, and its name within it. */
interface Message {
  readonly key: string;
  readonly value: JsonRecord;
}

const outputOf = (block: JsonRecord): unknown => contentText(block['result'] ?? block['content'] ?? block['output']);

function resultOf(block: JsonRecord, message: JsonRecord, isCommand: boolean): Result {
  const output = outputOf(block) ?? block['result'];
  const exitCode = isCommand ? statedExitCode(output) : undefined;
  const stated = block['isError'] ?? block['is_error'] ?? message['isError'];
  return {
    ...(output === undefined ? {} : { output }),
    ...(exitCode === undefined ? {} : { exitCode }),
    ...(typeof stated === 'boolean' ? { failed: stated } : {}),
  };
}

function* readMessages(messages: Iterable<Message>, session: SessionContext, tally: RecordTally): Generator<Found> {
  const calls = new OpenCalls();
  let nth = 0;
  for (const { key, value } of messages) {
    nth += 1;
    const { role } = value;
    if (role === 'system') {
      tally.leftOut('system message');
      continue;
    }
    if (role !== 'user' && role !== 'assistant' && role !== 'tool') {
      tally.unknown(`message of ${typeof role === 'string' ? role : 'nobody'}`);
      continue;
    }
    const at = value['createdAt'];
    const model = textIn(recordIn(recordIn(value, 'providerOptions'), 'cursor'), 'modelName');
    const place = { ...session, ...(model === undefined ? {} : { model }) };
    const found = (name: string, act: Act): Found => ({
      act,
      key: name,
      session: place,
      ...(typeof at === 'number' || typeof at === 'string' ? { at } : {}),
    });
    const content = value['content'] ?? recordIn(value, 'message')['content'];
    const blocks: unknown[] = Array.isArray(content) ? content : [{ type: 'text', text: content }];
    for (const [index, block] of blocks.entries()) {
      const name = `${key}/${String(index)}`;
      if (!isRecord(block)) {
        tally.unknown('block without type');
        continue;
      }
      const type = textIn(block, 'type') ?? 'without type';
      const callId = textIn(block, 'toolCallId', 'tool_use_id', 'id') ?? name;
      if (type === 'text') {
        const text = (textIn(block, 'text') ?? '').replace(WRAPPERS, '').trim();
        if (role === 'user' && CONTEXT.test(text)) tally.leftOut('context of the editor');
        else if (text !== '') yield found(name, { kind: 'message', role: role === 'tool' ? 'assistant' : role, text });
      } else if (type === 'tool-call' || type === 'tool_use') {
        const input = block['args'] ?? block['input'];
        for (const { act, part } of calls.call(callId, textIn(block, 'toolName', 'name') ?? 'unnamed', input, nth))
          yield found(`${callId}/${part}`, act);
      } else if (type === 'tool-result' || type === 'tool_result') {
        const isCommand = calls.find(callId)?.use.kind === 'command';
        for (const { act, part } of calls.result(callId, resultOf(block, value, isCommand)))
          yield found(`${callId}/${part}`, act);
      } else if (LEFT_OUT_BLOCKS.has(type)) tally.leftOut(type);
      else tally.unknown(`block ${type}`);
    }
  }
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : undefined;

/** Blobs that are JSON are messages; the others are the program's own graph of the turns. */
function* messagesIn(rows: Iterable<Row>): Generator<Message> {
  for (const { id, data } of rows) {
    const text = textOf(data);
    const value = text?.startsWith('{') === true ? parsedJson(text) : undefined;
    if (isRecord(value)) yield { key: String(id).slice(0, 64), value };
  }
}

async function workspaceOf(path: string): Promise<{ cwd?: string }> {
  try {
    const meta = parsedJson(await readFile(join(dirname(path), 'meta.json'), 'utf8'));
    const cwd = isRecord(meta) ? textIn(meta, 'workspacePath', 'cwd') : undefined;
    return cwd === undefined ? {} : { cwd };
  } catch {
    return {};
  }
}

async function* storeSession(path: string): AsyncGenerator<WholeSession> {
  const database = await openDatabaseCopy(path);
  try {
    if (!database.columns('blobs').has('data')) throw new Error('It has no table of blobs of Cursor');
    const [state] = database.rows("SELECT count(*) || '/' || coalesce(max(rowid), 0) AS mark FROM blobs");
    const sessionId = basename(dirname(path));
    const session = { sessionId, ...(await workspaceOf(path)) };
    const read = (tally: RecordTally): Iterable<Found> =>
      readMessages(messagesIn(database.rows('SELECT id, data FROM blobs ORDER BY rowid')), session, tally);
    yield { id: sessionId, mark: String(state?.['mark']), read };
  } finally {
    await database.close();
  }
}

/** A transcript as lines: messages without ids, named by their lines. */
async function* lineSession(path: string, tally: RecordTally): AsyncGenerator<WholeSession> {
  const messages: Message[] = [];
  for await (const { number, text = '', isComplete } of readLines(path, { start: 0, number: 1 })) {
    const value = parsedJson(text);
    if (isRecord(value)) messages.push({ key: `line ${String(number)}`, value });
    else if (isComplete && text.trim() !== '') tally.broken(path, number);
  }
  const sessionId = basename(path).replace(/\.jsonl$/, '');
  const read = (records: RecordTally): Iterable<Found> => readMessages(messages, { sessionId }, records);
  if (messages.length > 0) yield { id: sessionId, mark: String(messages.length), read };
}

/** Sessions of Cursor's command line: `<workspace>/<session>/store.db`, or transcripts as lines. */
export const cursor: SessionSource = {
  kind: 'sessions',
  pattern: { depth: 3, matches: (path) => /(?:^|\/)store\.db$|\.jsonl$/.test(path) },
  sessions: (path, tally) => (path.endsWith('.jsonl') ? lineSession(path, tally) : storeSession(path)),
  companions: ['-wal'],
};
