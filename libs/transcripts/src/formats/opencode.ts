import type { Act, Found, Result, SessionContext } from '../acts/act.ts';
import { joinedCall } from '../acts/joined-call.ts';
import { isRecord, parsedJson, recordIn, textIn, type JsonRecord } from '../acts/json.ts';
import { openDatabaseCopy, type DatabaseCopy, type Row } from '../sqlite/database-copy.ts';
import type { RecordTally } from './record-tally.ts';
import type { SessionSource, WholeSession } from './source.ts';

const LEFT_OUT = new Set([
  ...['reasoning', 'file', 'step-start', 'step-finish', 'snapshot', 'patch', 'agent', 'subtask', 'retry', 'compaction'],
]);

const timeIn = (record: JsonRecord, ...names: readonly string[]): number | undefined => {
  const time = recordIn(record, 'time');
  for (const name of names) if (typeof time[name] === 'number') return time[name];
  return undefined;
};

/** The result of a call that ended, undefined while it runs. A shell's exit code stands in the metadata. */
function resultOf(state: JsonRecord): Result | undefined {
  const status = textIn(state, 'status');
  if (status !== 'completed' && status !== 'error') return undefined;
  const output = textIn(state, 'output', 'error');
  const { exit } = recordIn(state, 'metadata');
  return {
    ...(output === undefined ? {} : { output }),
    ...(typeof exit === 'number' ? { exitCode: exit } : {}),
    ...(typeof exit === 'number' && exit !== 0 ? {} : { failed: status === 'error' }),
  };
}

function* readPart(row: Row, session: SessionContext, tally: RecordTally): Generator<Found> {
  const id = String(row['id']);
  const part = parsedJson(row['data']);
  const message = parsedJson(row['message']);
  if (!isRecord(part) || !isRecord(message)) {
    tally.unknown('part that is no JSON');
    return;
  }
  const model = textIn(message, 'modelID') ?? textIn(recordIn(message, 'model'), 'modelID');
  const place = { ...session, ...(model === undefined ? {} : { model }) };
  const found = (key: string, act: Act, at: number | undefined): Found => ({
    act,
    key,
    session: place,
    ...(at === undefined ? {} : { at }),
  });
  const type = textIn(part, 'type') ?? 'without type';
  if (type === 'text') {
    const { role } = message;
    const text = textIn(part, 'text') ?? '';
    if (part['synthetic'] === true || part['ignored'] === true) {
      tally.leftOut('synthetic text');
      return;
    }
    if (role !== 'user' && role !== 'assistant') {
      tally.unknown(`message of ${String(role)}`);
      return;
    }
    // The text of an answer grows until the message is completed.
    if (text.trim() === '' || (role === 'assistant' && timeIn(message, 'completed') === undefined)) return;
    yield found(id, { kind: 'message', role, text }, timeIn(part, 'start') ?? timeIn(message, 'created'));
  } else if (type === 'tool') {
    const state = recordIn(part, 'state');
    const result = resultOf(state);
    if (result === undefined) {
      tally.leftOut('call that still runs');
      return;
    }
    const callId = textIn(part, 'callID') ?? id;
    for (const { act, part: name } of joinedCall(callId, textIn(part, 'tool') ?? 'unnamed', state['input'], result))
      yield found(`${callId}/${name}`, act, timeIn(state, 'end', 'start') ?? timeIn(message, 'created'));
  } else if (LEFT_OUT.has(type)) tally.leftOut(type);
  else tally.unknown(`part ${type}`);
}

function* readSession(database: DatabaseCopy, session: SessionContext, tally: RecordTally): Generator<Found> {
  const rows = database.rows(
    `SELECT part.id AS id, part.data AS data, message.data AS message
     FROM part JOIN message ON message.id = part.message_id
     WHERE part.session_id = ? ORDER BY message.time_created, message.id, part.id`,
    [session.sessionId],
  );
  for (const row of rows) yield* readPart(row, session, tally);
}

async function* sessions(path: string, tally: RecordTally): AsyncGenerator<WholeSession> {
  const database = await openDatabaseCopy(path);
  try {
    const columns = database.columns('session');
    if (!columns.has('id')) throw new Error('It has no table of sessions of OpenCode');
    const column = (name: string): string => (columns.has(name) ? name : `NULL AS ${name}`);
    const all = [
      ...database.rows(
        `SELECT id, ${['directory', 'parent_id', 'time_archived'].map(column).join(', ')} FROM session ORDER BY id`,
      ),
    ];
    for (const { id, directory, parent_id: parent, time_archived: archived } of all) {
      if (parent !== null || archived !== null) {
        tally.leftOut(parent === null ? 'archived session' : 'session of a subagent');
        continue;
      }
      const [state] = database.rows(
        `SELECT (SELECT count(*) || '/' || coalesce(sum(length(data)), 0) FROM part WHERE session_id = ?) || '/' ||
                (SELECT count(*) || '/' || coalesce(sum(length(data)), 0) FROM message WHERE session_id = ?) AS mark`,
        [String(id), String(id)],
      );
      const session = { sessionId: String(id), ...(typeof directory === 'string' ? { cwd: directory } : {}) };
      yield {
        id: session.sessionId,
        mark: String(state?.['mark']),
        read: (records) => readSession(database, session, records),
      };
    }
  } finally {
    await database.close();
  }
}

/** The sessions of OpenCode's database. */
export const opencode: SessionSource = {
  kind: 'sessions',
  pattern: { depth: 1, matches: (path) => /(?:^|\/)opencode(?:-[^/]*)?\.db$/.test(path) },
  sessions,
  companions: ['-wal'],
};
