import { createReadStream } from 'node:fs';

/** A line of a file, without its line break. */
export interface Line {
  /** Its first byte in the file. */
  readonly start: number;
  /** The first byte after it and its line break. */
  readonly end: number;
  /** From 1. */
  readonly number: number;
  /** Undefined if it is longer than a line may be. */
  readonly text: string | undefined;
  /** Whether a line break ends it. The last line may still grow. */
  readonly isComplete: boolean;
}

/** A longer line is passed over, so that no file takes more memory than this. */
export const MAX_LINE_BYTES = 32 * 1024 * 1024;
const LINE_FEED = 10;

interface Place {
  readonly start: number;
  readonly number: number;
}

/** Reads a file line by line from a byte on, within bounded memory. `number` is the number of the line at that byte. */
export async function* readLines(path: string, { start: from, number: first }: Place): AsyncGenerator<Line> {
  let start = from;
  let number = first;
  let parts: Buffer[] = [];
  let length = 0;
  const take = (breakBytes: 0 | 1): Line => {
    const text = length > MAX_LINE_BYTES ? undefined : Buffer.concat(parts).toString('utf8').replace(/\r$/, '');
    const line = { start, end: start + length + breakBytes, number, text, isComplete: breakBytes === 1 };
    start = line.end;
    number += breakBytes;
    parts = [];
    length = 0;
    return line;
  };
  for await (const chunk of createReadStream(path, { start: from, highWaterMark: 256 * 1024 })) {
    let rest = chunk as Buffer;
    for (let at = rest.indexOf(LINE_FEED); at >= 0; at = rest.indexOf(LINE_FEED)) {
      length += at;
      if (length <= MAX_LINE_BYTES) parts.push(rest.subarray(0, at));
      yield take(1);
      rest = rest.subarray(at + 1);
    }
    length += rest.length;
    if (length <= MAX_LINE_BYTES) parts.push(rest);
    else parts = [];
  }
  if (length > 0) yield take(0);
}
