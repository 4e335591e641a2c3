import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';

/** How far a file has been read. Enough to tell whether what was read is still its beginning; no text of it. */
export interface FileProgress {
  /** The size when it was read last, in bytes. */
  readonly size: number;
  /** Time of the last change then, in milliseconds. */
  readonly changedAt: number;
  /** The first byte that was not read yet. */
  readonly offset: number;
  /** The number of the line at that byte. */
  readonly line: number;
  /** Hash of the first and of the last bytes before `offset`. */
  readonly read: string;
}

const PROBE_BYTES = 1024;

async function readAt(file: FileHandle, start: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await file.read(buffer, 0, length, start);
  return buffer.subarray(0, bytesRead);
}

/** Identifies the first `offset` bytes of a file by their beginning and end. */
async function probe(file: FileHandle, offset: number): Promise<string> {
  const hash = createHash('sha256');
  hash.update(await readAt(file, 0, Math.min(offset, PROBE_BYTES)));
  hash.update(await readAt(file, Math.max(0, offset - PROBE_BYTES), Math.min(offset, PROBE_BYTES)));
  return hash.digest('hex').slice(0, 32);
}

/** A file as it was found, before it is read. What is added meanwhile is read the next time. */
export interface FoundFile {
  readonly size: number;
  readonly changedAt: number;
  /** Where to read on. A file that was rewritten is read from its start. */
  readonly offset: number;
  readonly line: number;
}

/** Where to read a file on, or undefined if it is as it was when it was read last. */
export async function whereToReadOn(path: string, before: FileProgress | undefined): Promise<FoundFile | undefined> {
  const file = await open(path);
  try {
    const { size, mtimeMs: changedAt } = await file.stat();
    if (before === undefined || size < before.offset) return { size, changedAt, offset: 0, line: 1 };
    if (size === before.size && changedAt === before.changedAt) return undefined;
    const isSame = (await probe(file, before.offset)) === before.read;
    return isSame
      ? { size, changedAt, offset: before.offset, line: before.line }
      : { size, changedAt, offset: 0, line: 1 };
  } finally {
    await file.close();
  }
}

/** The progress of a file that was read up to a byte. */
export async function progressOf(
  path: string,
  { size, changedAt }: Pick<FoundFile, 'size' | 'changedAt'>,
  { offset, line }: { readonly offset: number; readonly line: number },
): Promise<FileProgress> {
  const file = await open(path);
  try {
    return { size, changedAt, offset, line, read: await probe(file, offset) };
  } finally {
    await file.close();
  }
}

/** One line of a file, by its first byte. */
export async function lineAt(path: string, start: number): Promise<string> {
  const file = await open(path);
  try {
    const lines = file.readLines({ start, encoding: 'utf8' });
    for await (const line of lines) return line;
    return '';
  } finally {
    await file.close();
  }
}
