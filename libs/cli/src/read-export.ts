import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { CliError } from './cli-error.ts';

const NEW_LINE = 10;
/** Of 64 KiB, so that no file takes more memory than 32 MiB. No line of an export is so long. */
const MAX_CHUNKS = 512;
const EVENT_LINE = Buffer.from('{"type":"event",');

/** Where a line is in a file, in bytes. */
interface Place {
  readonly start: number;
  readonly length: number;
}

/**
 * Checks an export from its first to its last line, and returns where its events are, in the order of the file. Throws if the file is no
 * export, was cut off, or was changed.
 */
export async function checkExport(file: string): Promise<Place[]> {
  if (!(await stat(file)).isFile()) throw new CliError(`${file} is no regular file: name an export of Strata`);
  const hash = createHash('sha256');
  const events: Place[] = [];
  let lines = 0;
  let start = 0;
  let last: Buffer = Buffer.alloc(0);
  for await (const line of linesOf(file)) {
    // The checksum is about all lines but the last.
    if (last.length > 0) {
      hash.update(last);
      lines += 1;
    }
    if (line.subarray(0, EVENT_LINE.length).equals(EVENT_LINE)) events.push({ start, length: line.length });
    start += line.length;
    last = line;
  }
  const stated = checksumIn(last);
  if (stated === undefined)
    throw new CliError(`${file} is no export of Strata, or was cut off: its last line has no checksum`);
  if (stated.sha256 !== hash.digest('hex') || stated.lines !== lines)
    throw new CliError(`${file} was changed or damaged: its checksum is another one`);
  return events;
}

/** The events at these places, from the last to the first: exports begin with the newest. */
export async function* readEventsBackwards(
  file: string,
  places: readonly Place[],
): AsyncGenerator<Record<string, unknown>> {
  const handle = await open(file);
  try {
    for (const { start, length } of places.toReversed()) {
      const { buffer } = await handle.read(Buffer.alloc(length), 0, length, start);
      yield (JSON.parse(buffer.toString()) as { event: Record<string, unknown> }).event;
    }
  } finally {
    await handle.close();
  }
}

/** Each line with its line break. */
async function* linesOf(file: string): AsyncGenerator<Buffer> {
  let rest: Buffer[] = [];
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    let from = 0;
    for (let end = chunk.indexOf(NEW_LINE); end !== -1; end = chunk.indexOf(NEW_LINE, from)) {
      yield Buffer.concat([...rest, chunk.subarray(from, end + 1)]);
      rest = [];
      from = end + 1;
    }
    if (from < chunk.length) rest.push(chunk.subarray(from));
    if (rest.length > MAX_CHUNKS) throw new CliError(`${file} is no export of Strata: a line of it is too long`);
  }
  if (rest.length > 0) yield Buffer.concat(rest);
}

function checksumIn(line: Buffer): { sha256: string; lines: number } | undefined {
  try {
    const value = JSON.parse(line.toString()) as { sha256?: unknown; lines?: unknown };
    return typeof value.sha256 === 'string' && typeof value.lines === 'number'
      ? { sha256: value.sha256, lines: value.lines }
      : undefined;
  } catch {
    return undefined;
  }
}
