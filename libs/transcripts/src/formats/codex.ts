import { z } from 'zod';
import type { Found, SessionContext } from '../acts/act.ts';
import { statedExitCode } from '../acts/exit-code.ts';
import { fingerprint, isRecord, recordIn, textIn, type JsonRecord } from '../acts/json.ts';
import { OpenCalls } from '../acts/open-calls.ts';
import { readItemCall, readItemMessage, readItemOutput, unwrapOutput } from '../acts/response-items.ts';
import { silentTally, type RecordTally } from './record-tally.ts';
import type { LineReader, LineSource, Place } from './source.ts';

/** Items that hold no part of the conversation, or none that is read. */
const LEFT_OUT_ITEMS = new Set([
  'reasoning',
  'compaction',
  'compaction_summary',
  'ghost_snapshot',
  'other',
  'tool_search_call',
  'tool_search_output',
]);
const LEFT_OUT_LINES = new Set([
  ...['compacted', 'world_state', 'inter_agent_communication', 'event_msg_delta', 'token_usage_record'],
]);
/** Items after which no second record of a result comes. */
const ENDS_RESULT = new Set([
  'message',
  'reasoning',
  'function_call',
  'custom_tool_call',
  'local_shell_call',
  'web_search_call',
]);

interface HeldResult {
  readonly output: unknown;
  readonly position: number;
  readonly at: string | undefined;
}

const sessionSchema = z.object({
  sessionId: z.string(),
  cwd: z.string().exactOptional(),
  gitBranch: z.string().exactOptional(),
  model: z.string().exactOptional(),
});
const stateSchema = z.object({
  session: sessionSchema,
  calls: z.unknown(),
  held: z.array(z.tuple([z.string(), z.number().int().nonnegative()])),
});

class CodexReader implements LineReader {
  readonly #calls = new OpenCalls();
  /** Results of commands without an exit code, which another record may still state. */
  readonly #held = new Map<string, HeldResult>();
  #session: SessionContext;

  constructor(path: string) {
    const name = path.split(/[\\/]/).at(-1) ?? path;
    this.#session = { sessionId: /[0-9a-f]{8}-[0-9a-f-]{27}/i.exec(name)?.[0] ?? name.replace(/\.jsonl$/, '') };
  }

  read(record: unknown, { path, position, line }: Place, tally: RecordTally): readonly Found[] {
    if (!isRecord(record)) return (tally.unknown(record === null ? 'null' : typeof record), []);
    const type = textIn(record, 'type') ?? 'without type';
    const at = textIn(record, 'timestamp');
    const { payload } = record;
    if (LEFT_OUT_LINES.has(type)) return (tally.leftOut(type), []);
    if (!['session_meta', 'turn_context', 'response_item', 'event_msg'].includes(type))
      return (tally.unknown(type), []);
    if (!isRecord(payload)) return (tally.broken(path, line), []);
    switch (type) {
      case 'session_meta':
        return (this.#readMeta(payload), tally.leftOut(type), []);
      case 'turn_context':
        this.#session = { ...this.#session, ...optional('model', payload), ...optional('cwd', payload) };
        return (tally.leftOut(type), this.#release());
      case 'response_item':
        return this.#readItem(payload, { at, position, record }, tally);
      default:
        return this.#readMessage(payload, at, tally);
    }
  }

  state(): unknown {
    return {
      session: this.#session,
      calls: this.#calls.state(),
      held: [...this.#held].map(([callId, { position }]) => [callId, position]),
    } satisfies z.infer<typeof stateSchema>;
  }

  async resume(state: unknown, recall: (position: number) => Promise<unknown>): Promise<void> {
    const parsed = stateSchema.safeParse(state);
    if (!parsed.success) return;
    const reread = async (position: number): Promise<void> => {
      this.read(await recall(position), { path: '', position, line: 0 }, silentTally);
    };
    this.#session = parsed.data.session;
    await this.#calls.resume(parsed.data.calls, reread);
    for (const [, position] of parsed.data.held) await reread(position);
  }

  #readMeta(payload: JsonRecord): void {
    const sessionId = textIn(payload, 'id', 'session_id') ?? this.#session.sessionId;
    const gitBranch = textIn(recordIn(payload, 'git'), 'branch');
    this.#session = {
      ...this.#session,
      sessionId,
      ...optional('cwd', payload),
      ...(gitBranch === undefined ? {} : { gitBranch }),
    };
  }

  #found(key: string, at: string | undefined, act: Found['act']): Found {
    return { act, key, session: this.#session, ...(at === undefined ? {} : { at }) };
  }

  #readItem(
    item: JsonRecord,
    { at, position, record }: { at: string | undefined; position: number; record: JsonRecord },
    tally: RecordTally,
  ): Found[] {
    const type = textIn(item, 'type') ?? 'without type';
    const before = ENDS_RESULT.has(type) ? this.#release() : [];
    const callId = textIn(item, 'call_id', 'id') ?? fingerprint(record);
    const call = readItemCall(item);
    if (call !== undefined) {
      const acts = this.#calls.call(callId, call.tool, call.input, position);
      return [...before, ...acts.map(({ act, part }) => this.#found(`${callId}/${part}`, at, act))];
    }
    switch (type) {
      case 'message': {
        const message = readItemMessage(item);
        if (typeof message === 'string') return (tally.leftOut(message), before);
        return [...before, this.#found(fingerprint(record), at, { kind: 'message', ...message })];
      }
      case 'function_call_output':
      case 'custom_tool_call_output':
      case 'local_shell_call_output':
        return this.#readOutput(callId, readItemOutput(item), { at, position }, tally);
      case 'web_search_call':
        tally.leftOut(type);
        return before;
      default:
        if (LEFT_OUT_ITEMS.has(type)) tally.leftOut(type);
        else tally.unknown(`response_item ${type}`);
        return before;
    }
  }

  #readOutput(
    callId: string,
    value: unknown,
    { at, position }: { at: string | undefined; position: number },
    tally: RecordTally,
  ): Found[] {
    if (this.#calls.isAnswered(callId)) return (tally.leftOut('second record of a result'), []);
    const { output, exitCode: wrapped } = unwrapOutput(value);
    const use = this.#calls.find(callId)?.use.kind;
    const exitCode = wrapped ?? (use === 'command' ? statedExitCode(output) : undefined);
    if (use === 'command' && exitCode === undefined) {
      this.#held.set(callId, { output, position, at });
      return [];
    }
    const isEdit = use === 'edits';
    const failed = isEdit && exitCode !== undefined ? { failed: exitCode !== 0 } : {};
    const result = { output, ...(isEdit || exitCode === undefined ? {} : { exitCode }), ...failed };
    return this.#calls.result(callId, result).map(({ act, part }) => this.#found(`${callId}/${part}`, at, act));
  }

  /** Gives out the held results: nothing states their exit code any more. */
  #release(): Found[] {
    const held = [...this.#held];
    this.#held.clear();
    return held.flatMap(([callId, { output, at }]) =>
      this.#calls.result(callId, { output }).map(({ act, part }) => this.#found(`${callId}/${part}`, at, act)),
    );
  }

  #readMessage(payload: JsonRecord, at: string | undefined, tally: RecordTally): Found[] {
    const type = textIn(payload, 'type') ?? 'without type';
    if (type === 'task_complete' || type === 'turn_aborted') return (tally.leftOut(type), this.#release());
    const item = recordIn(payload, 'item');
    if (type === 'item_completed' && item['type'] === 'CommandExecution')
      return this.#readCommandEnd(item, textIn(item, 'id'), at, tally);
    if (type !== 'exec_command_end') return (tally.leftOut(`event ${type}`), []);
    return this.#readCommandEnd(payload, textIn(payload, 'call_id'), at, tally);
  }

  #readCommandEnd(
    payload: JsonRecord,
    callId: string | undefined,
    at: string | undefined,
    tally: RecordTally,
  ): Found[] {
    if (callId === undefined || this.#calls.isAnswered(callId)) return (tally.leftOut('second record of a result'), []);
    if (this.#held.delete(callId)) tally.leftOut('second record of a result');
    // A command that the user typed has no call before it.
    if (this.#calls.find(callId) === undefined) this.#calls.call(callId, 'exec_command', payload, 0);
    const output = textIn(payload, 'aggregated_output', 'formatted_output', 'stdout', 'stderr');
    const { exit_code: exitCode } = payload;
    const result = {
      ...(output === undefined ? {} : { output }),
      ...(typeof exitCode === 'number' ? { exitCode } : {}),
    };
    return this.#calls.result(callId, result).map(({ act, part }) => this.#found(`${callId}/${part}`, at, act));
  }
}

function optional<Name extends string>(name: Name, record: JsonRecord): Partial<Record<Name, string>> {
  const value = textIn(record, name);
  return (value === undefined ? {} : { [name]: value }) as Partial<Record<Name, string>>;
}

/** Sessions of Codex: `<year>/<month>/<day>/rollout-<time>-<session>.jsonl`. */
export const codex: LineSource = {
  kind: 'lines',
  pattern: { depth: 4, matches: (path) => /(?:^|\/)rollout-[^/]*\.jsonl$/.test(path) },
  createReader: (path) => new CodexReader(path),
};
