import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { StrataError } from './errors.ts';

/** The longest line that is read: an event is at most 256 KiB, an artifact a few MiB. */
const LONGEST_LINE = 64 * 1024 * 1024;
const NEW_LINE = 10;

/** The last line: the SHA-256 of all bytes before it, and the number of lines before it. */
interface Checksum {
  readonly sha256: string;
  readonly lines: number;
}

/**
 * The values of a response in JSON Lines, one by one, the checksum as the last. Throws a `checksum_mismatch` at the end if the lines are
 * not those that were sent, and a `connection_failed` if the response ended before its checksum.
 */
export async function* readJsonLines(response: Response): AsyncGenerator<unknown, void, undefined> {
  const hash = sha256.create();
  let lines = 0;
  let isWhole = false;
  for await (const bytes of linesOf(response)) {
    const line = parse(bytes);
    isWhole = isChecksum(line);
    if (isChecksum(line)) {
      // A clone: hashing may go on if the response does.
      if (line.sha256 !== bytesToHex(hash.clone().digest()) || line.lines !== lines)
        throw new StrataError('checksum_mismatch', 'What arrived is not what was sent: request it again');
    } else {
      hash.update(bytes);
      lines += 1;
    }
    yield line;
  }
  if (!isWhole) throw new StrataError('connection_failed', 'The response ended before its checksum: request it again');
}

function isChecksum(line: unknown): line is Checksum {
  return typeof line === 'object' && line !== null && 'sha256' in line && 'lines' in line && !('type' in line);
}

function parse(line: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(line)) as unknown;
  } catch {
    throw new StrataError('unexpected_response', 'A line of the response is not JSON');
  }
}

/** Each line with its line break. What comes after the last line break is no line. */
async function* linesOf(response: Response): AsyncGenerator<Uint8Array, void, undefined> {
  let rest: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunksOf(response)) {
    let from = 0;
    for (let end = chunk.indexOf(NEW_LINE); end !== -1; end = chunk.indexOf(NEW_LINE, from)) {
      yield joined([...rest, chunk.subarray(from, end + 1)]);
      rest = [];
      length = 0;
      from = end + 1;
    }
    rest.push(chunk.subarray(from));
    length += chunk.length - from;
    if (length > LONGEST_LINE) throw new StrataError('unexpected_response', 'A line of the response is too long');
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const [first] = parts;
  if (parts.length === 1 && first !== undefined) return first;
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

async function* chunksOf(response: Response): AsyncGenerator<Uint8Array, void, undefined> {
  const body = response.body as ReadableStream<Uint8Array> | null;
  if (body === null) return;
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } catch (error) {
    throw new StrataError('connection_failed', 'The connection broke: request it again', { cause: error });
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
