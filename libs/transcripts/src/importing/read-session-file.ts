import { stat } from 'node:fs/promises';
import type { SessionSource } from '../formats/source.ts';
import { FileRecords } from './file-records.ts';
import type { ReadingParts } from './read-line-file.ts';

async function sizeAndTime(path: string): Promise<{ size: number; changedAt: number }> {
  try {
    const { size, mtimeMs } = await stat(path);
    return { size, changedAt: mtimeMs };
  } catch {
    return { size: 0, changedAt: 0 };
  }
}

/** Reads the sessions of a file that changed since the last import. Errors: the file system's, the reader's, those of sending, and `NoTranscript`. */
export async function readSessionFile(source: SessionSource, path: string, parts: ReadingParts): Promise<void> {
  const { state, sender, tally, take, signal, name, isNamed } = parts;
  const own = await stat(path);
  const files = [{ size: own.size, changedAt: own.mtimeMs }];
  for (const suffix of source.companions ?? []) files.push(await sizeAndTime(path + suffix));
  const size = files.reduce((sum, file) => sum + file.size, 0);
  const changedAt = Math.max(...files.map((file) => file.changedAt));
  const saved = state.file(path);
  if (saved?.size === size && saved.changedAt === changedAt) {
    tally.file('unchanged');
    return;
  }
  const records = new FileRecords(tally);
  let known = 0;
  for await (const session of source.sessions(path, records)) {
    if (state.markOf(session.id) === session.mark) {
      known += 1;
      continue;
    }
    for (const found of records.count(() => session.read(records))) {
      signal?.throwIfAborted();
      await take(found);
    }
    state.sessionRead(session.id, session.mark);
    if (sender.isFull) await sender.flush();
  }
  if (known === 0) records.requireTranscript(name, { isNamed, size: own.size });
  state.fileRead(path, { size, changedAt, offset: 0, line: 1, read: '', reader: null });
  tally.file('read');
}
