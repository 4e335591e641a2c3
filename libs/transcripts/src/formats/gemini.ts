import { z } from 'zod';
import type { Act, Found, Result, SessionContext } from '../acts/act.ts';
import { contentText } from '../acts/content-text.ts';
import { statedExitCode } from '../acts/exit-code.ts';
import { geminiOutput, geminiPrompt, geminiShellResult } from '../acts/gemini-texts.ts';
import { joinedCall } from '../acts/joined-call.ts';
import { isRecord, listIn, recordIn, textIn, type JsonRecord } from '../acts/json.ts';
import type { RecordTally } from './record-tally.ts';
import type { LineReader, LineSource, Place } from './source.ts';

/** Calls that ended. Others are recorded once more when they do. */
const ENDED = new Set(['success', 'error', 'cancelled']);
const NOTICES = new Set(['info', 'error', 'warning']);
const stateSchema = z.object({ sessionId: z.string(), isSubagent: z.boolean() });

/** The text that a call gave back: of the parts of its response, the output or the error. */
function outputOf(call: JsonRecord): string | undefined {
  const { result } = call;
  if (typeof result === 'string') return result;
  const parts: unknown[] = Array.isArray(result) ? result : [result];
  const texts = parts.flatMap((part) => {
    if (!isRecord(part)) return [];
    const response = recordIn(recordIn(part, 'functionResponse'), 'response');
    return [textIn(response, 'output', 'error', 'content') ?? textIn(part, 'text') ?? ''];
  });
  const text = texts.filter((part) => part !== '').join('\n');
  return text === '' ? undefined : text;
}

/**
 * Reads a log of changes: a record with the id of an earlier one replaces it, `$rewindTo` takes back a message and all after it,
 * `$set.messages` replaces the history. So messages are given out at the end of what was read.
 */
class GeminiReader implements LineReader {
  #session: z.infer<typeof stateSchema>;
  readonly #messages = new Map<string, JsonRecord>();

  constructor(path: string) {
    const name = path.split(/[\\/]/).at(-1) ?? path;
    this.#session = { sessionId: name.replace(/\.jsonl$/, ''), isSubagent: false };
  }

  read(record: unknown, { path, line }: Place, tally: RecordTally): readonly Found[] {
    if (!isRecord(record)) tally.unknown(record === null ? 'null' : typeof record);
    else if (typeof record['$rewindTo'] === 'string') this.#rewind(record['$rewindTo'], tally);
    else if (isRecord(record['$set'])) this.#set(record['$set'], tally);
    else if (isRecord(record['$patch'])) tally.leftOut('$patch');
    else if (typeof record['sessionId'] === 'string') this.#describe(record);
    else if (typeof record['id'] === 'string') this.#take(record['id'], record, tally);
    else if (Object.keys(record).some((key) => key.startsWith('$'))) tally.unknown(Object.keys(record).join(' '));
    else tally.broken(path, line);
    return [];
  }

  end(): readonly Found[] {
    if (this.#session.isSubagent) return [];
    return [...this.#messages].flatMap(([id, message]) => this.#found(id, message));
  }

  state(): unknown {
    return this.#session;
  }

  resume(state: unknown): Promise<void> {
    const parsed = stateSchema.safeParse(state);
    if (parsed.success) this.#session = parsed.data;
    return Promise.resolve();
  }

  #describe(record: JsonRecord): void {
    const sessionId = textIn(record, 'sessionId') ?? this.#session.sessionId;
    const isSubagent = this.#session.isSubagent || record['kind'] === 'subagent';
    this.#session = { sessionId, isSubagent };
  }

  #take(id: string, record: JsonRecord, tally: RecordTally): void {
    const type = textIn(record, 'type') ?? 'without type';
    if (this.#session.isSubagent) tally.leftOut('subagent');
    else if (NOTICES.has(type)) tally.leftOut(type);
    else if (type !== 'user' && type !== 'gemini') tally.unknown(type);
    else this.#messages.set(id, record);
  }

  /** An id that is not among what was read now is of an earlier import, so all that was read now came after it. */
  #rewind(id: string, tally: RecordTally): void {
    const ids = [...this.#messages.keys()];
    const from = Math.max(0, ids.indexOf(id));
    for (const later of ids.slice(from)) {
      this.#messages.delete(later);
      tally.leftOut('taken back');
    }
  }

  /** A history is replaced when it is shortened, and when a session goes on: what it leaves out was said all the same. */
  #set(changes: JsonRecord, tally: RecordTally): void {
    if (typeof changes['sessionId'] === 'string' || changes['kind'] !== undefined) this.#describe(changes);
    for (const message of listIn(changes, 'messages'))
      if (isRecord(message) && typeof message['id'] === 'string' && !this.#messages.has(message['id']))
        this.#take(message['id'], message, tally);
  }

  #found(id: string, message: JsonRecord): Found[] {
    const model = textIn(message, 'model');
    const session: SessionContext = { sessionId: this.#session.sessionId, ...(model === undefined ? {} : { model }) };
    const found = (key: string, act: Act, at = textIn(message, 'timestamp')): Found => ({
      act,
      key,
      session,
      ...(at === undefined ? {} : { at }),
    });
    const role = message['type'] === 'user' ? 'user' : 'assistant';
    const content = contentText(message['content']) ?? '';
    const text = role === 'user' ? geminiPrompt(content) : content;
    const said = text === undefined || text.trim() === '' ? [] : [found(id, { kind: 'message', role, text })];
    const calls = listIn(message, 'toolCalls').flatMap((call, index) => {
      if (!isRecord(call) || !ENDED.has(textIn(call, 'status') ?? '')) return [];
      const callId = textIn(call, 'id') ?? `${id}/${String(index)}`;
      const told = geminiOutput(outputOf(call) ?? '');
      const { output, exitCode } = geminiShellResult(told) ?? { output: told, exitCode: statedExitCode(told) };
      const result: Result = {
        ...(output === '' ? {} : { output }),
        ...(call['status'] === 'success' && exitCode !== undefined && exitCode !== 0
          ? {}
          : { failed: call['status'] !== 'success' }),
        ...(exitCode === undefined ? {} : { exitCode }),
      };
      return joinedCall(callId, textIn(call, 'name') ?? 'unnamed', call['args'], result).map(({ act, part }) =>
        found(`${callId}/${part}`, act, textIn(call, 'timestamp') ?? textIn(message, 'timestamp')),
      );
    });
    return [...said, ...calls];
  }
}

/** Sessions of Gemini CLI: `<project>/chats/<session>.jsonl`. */
export const gemini: LineSource = {
  kind: 'lines',
  pattern: { depth: 2, matches: (path) => /^(?:(?:.*\/)?chats\/)?[^/]+\.jsonl$/.test(path) },
  createReader: (path) => new GeminiReader(path),
  repeats: true,
};
