import { lineAt, progressOf, whereToReadOn, type FoundFile } from '../files/file-progress.ts';
import { readLines } from '../files/read-lines.ts';
import type { Found } from '../acts/act.ts';
import { isRecord } from '../acts/json.ts';
import type { GivenEvent, LineReader, LineSource } from '../formats/source.ts';
import type { EventSender } from './event-sender.ts';
import { FileRecords } from './file-records.ts';
import type { ImportState } from './import-state.ts';
import type { Tally } from './report.ts';

export interface ReadingParts {
  readonly state: ImportState;
  readonly sender: EventSender;
  readonly tally: Tally;
  /** Makes the event of what was found, and gives it to the sender. */
  readonly take: (item: Found | GivenEvent) => Promise<void>;
  readonly signal: AbortSignal | undefined;
  /** The name of the source, for reasons. */
  readonly name: string;
  /** Whether the user named the file itself, and not a folder that it is in. */
  readonly isNamed: boolean;
}

const UNREADABLE = Symbol('unreadable');

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return UNREADABLE;
  }
}

/** A last line without a line break is only read if nothing can follow that would make it another record. */
const isWhole = (record: unknown): boolean => record !== UNREADABLE && (isRecord(record) || Array.isArray(record));

async function startReader(source: LineSource, path: string, file: FoundFile, saved: unknown): Promise<LineReader> {
  const reader = source.createReader(path);
  if (file.offset > 0)
    await reader.resume?.(saved, async (position) => {
      const record = parse(await lineAt(path, position));
      return record === UNREADABLE ? undefined : record;
    });
  return reader;
}

/** Reads what was added to a file since the last import. Errors: the file system's, those of sending, and `NoTranscript`. */
export async function readLineFile(source: LineSource, path: string, parts: ReadingParts): Promise<void> {
  const { state, sender, tally, take, signal, name, isNamed } = parts;
  const saved = state.file(path);
  const file = await whereToReadOn(path, saved);
  if (file === undefined) {
    tally.file('unchanged');
    return;
  }
  const reader = await startReader(source, path, file, saved?.reader);
  const records = new FileRecords(tally);
  let reached = { offset: file.offset, line: file.line };
  const keepProgress = async (isAtEnd: boolean): Promise<void> => {
    // In the middle of a file nothing says that it is as it was, so that the next import reads on.
    const seen = isAtEnd ? file : { size: 0, changedAt: 0 };
    state.fileRead(path, { ...(await progressOf(path, seen, reached)), reader: reader.state?.() ?? null });
  };
  for await (const { start, end, number, text, isComplete } of readLines(path, {
    start: file.offset,
    number: file.line,
  })) {
    signal?.throwIfAborted();
    if (text === undefined && !isComplete) break;
    const isBlank = text?.trim() === '';
    const record = isBlank || text === undefined ? UNREADABLE : parse(text);
    if (!isComplete && !isWhole(record)) break;
    if (record !== UNREADABLE)
      for (const item of records.count(() => reader.read(record, { path, position: start, line: number }, records)))
        await take(item);
    else if (!isBlank) records.broken(path, number);
    reached = { offset: end, line: isComplete ? number + 1 : number };
    if (sender.isFull) {
      if (reader.end === undefined) await keepProgress(false);
      await sender.flush();
    }
  }
  for (const item of records.count(() => reader.end?.() ?? [], true)) await take(item);
  if (file.offset === 0) records.requireTranscript(name, { isNamed, size: file.size });
  await keepProgress(true);
  tally.file('read');
}
