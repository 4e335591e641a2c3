import { AppError } from '@strata/kernel/errors';
import { inTurns, pause } from '@strata/kernel/turns';
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { findJsonFault, positionOf } from './find-json-fault.ts';
import { parseJson } from '@strata/kernel/parse-json';
import { hasBody, invalidBody, readBytes, type BodyLimits } from './read-bytes.ts';

export interface JsonLimits extends BodyLimits {
  readonly optional: boolean;
}

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\s*(?:;\s*charset\s*=\s*"?utf-?8"?\s*)?$/i;
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Reads and parses a JSON body, bounded in bytes (declared and actual) and in time; undefined for an absent optional body.
 * Compressed bodies are rejected, since their real size shows only after decompressing them.
 * Errors: `payload_too_large`; `unsupported_media_type`; `validation_error` on `body`.
 */
export async function readJsonBody(request: IncomingMessage, limits: JsonLimits): Promise<unknown> {
  if (!hasBody(request)) {
    if (limits.optional) return undefined;
    throw invalidBody('is required');
  }
  checkHeaders(request);
  const bytes = await readBytes(request, limits);
  if (bytes.length === 0) {
    if (limits.optional) return undefined;
    throw invalidBody('is required');
  }
  return parseJsonBody(bytes);
}

function checkHeaders({ headers }: IncomingMessage): void {
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') {
    throw new AppError('unsupported_media_type', 'The body must not be compressed (Content-Encoding)');
  }
  if (!isJson(headers['content-type'])) {
    throw new AppError('unsupported_media_type', 'The body must be JSON in UTF-8 (Content-Type: application/json)');
  }
}

/** Whether a Content-Type is JSON in UTF-8. */
export const isJson = (contentType: string | undefined): boolean => JSON_TYPE.test(contentType ?? '');

/** Errors: `validation_error` on `body`, with the position of the fault. */
export async function parseJsonBody(bytes: Buffer): Promise<unknown> {
  if (!isUtf8(bytes)) throw invalidBody('is not valid UTF-8');
  await pause();
  const decoded = bytes.toString('utf8');
  await pause();
  const text = decoded.startsWith(BYTE_ORDER_MARK) ? decoded.slice(1) : decoded;
  try {
    return await inTurns(parseJson(text));
  } catch (error) {
    if (error instanceof RangeError) throw invalidBody(error.message);
    await pause();
    throw invalidBody(await inTurns(describeFault(text)));
  }
}

/** The position of the fault, without its text, since a body may contain secrets. */
function* describeFault(text: string): Generator<undefined, string> {
  const offset = yield* findJsonFault(text);
  if (offset === undefined) return 'is not valid JSON';
  const { line, column } = yield* positionOf(text, offset);
  const place = `line ${String(line)}, column ${String(column)}`;
  return offset === text.length ? `is not valid JSON: it ends too early, at ${place}` : `is not valid JSON at ${place}`;
}
