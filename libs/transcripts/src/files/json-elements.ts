import { createReadStream } from 'node:fs';

/** A longer element is passed over, so that no file takes more memory than this. */
const MAX_ELEMENT_BYTES = 64 * 1024 * 1024;
const [QUOTE, BACKSLASH] = [34, 92];
const OPENING = new Set([91, 123]);
const CLOSING = new Set([93, 125]);
const ARRAY = 91;
/** Spaces, line breaks, and the mark of the order of bytes that some programs put in front. */
const BLANK = new Set([9, 10, 13, 32, 0xef, 0xbb, 0xbf]);

/**
 * The objects in the outermost array of a JSON file, each as its text, or the one object that the file is. Undefined stands for
 * one that is too large. Only one is in memory at a time. Errors: the file does not begin like JSON, or ends within an object.
 */
export async function* jsonElements(path: string): AsyncGenerator<string | undefined> {
  let hasBegun = false;
  let depth = 0;
  let outer = 0;
  let isInText = false;
  let isEscaped = false;
  let parts: Buffer[] = [];
  let length = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
    const bytes = chunk as Buffer;
    let from = depth > outer ? 0 : -1;
    if (!hasBegun) {
      const first = bytes.find((byte) => !BLANK.has(byte));
      if (first !== undefined && !OPENING.has(first)) throw new Error('It is no JSON');
      hasBegun = first !== undefined;
    }
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at] ?? 0;
      if (isInText) {
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) isInText = false;
      } else if (byte === QUOTE) isInText = true;
      else if (OPENING.has(byte)) {
        if (depth === 0 && byte === ARRAY) outer = 1;
        else if (depth === outer) from = at;
        depth += 1;
      } else if (CLOSING.has(byte)) {
        depth -= 1;
        if (depth !== outer || from < 0) continue;
        length += at + 1 - from;
        parts.push(bytes.subarray(from, at + 1));
        yield length > MAX_ELEMENT_BYTES ? undefined : Buffer.concat(parts).toString('utf8');
        parts = [];
        length = 0;
        from = -1;
      }
    }
    if (from >= 0) {
      length += bytes.length - from;
      if (length <= MAX_ELEMENT_BYTES) parts.push(bytes.subarray(from));
      else parts = [];
    }
  }
  if (depth > 0) throw new Error('The file ends in the middle of a conversation');
}
