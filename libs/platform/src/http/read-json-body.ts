import { AppError, validationError } from '@strata/kernel/errors';
import { inTurns, pause } from '@strata/kernel/turns';
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { findJsonFault, positionOf } from './find-json-fault.ts';
import { parseJson } from './parse-json.ts';

export interface BodyLimits {
  readonly maxBytes: number;
  /** Milliseconds from now until the last byte. */
  readonly timeoutMs: number;
  readonly optional: boolean;
}

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\s*(?:;\s*charset\s*=\s*"?utf-?8"?\s*)?$/i;
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Reads and parses a JSON body, bounded in bytes (declared and actual) and in time; undefined for an absent optional body.
 * Compressed bodies are rejected, since their real size shows only after decompressing them.
 * Errors: `payload_too_large`; `unsupported_media_type`; `validation_error` on `body`.
 */
export async function readJsonBody(request: IncomingMessage, limits: BodyLimits): Promise<unknown> {
  if (!hasBody(request)) {
    if (limits.optional) return undefined;
    throw invalid('is required');
  }
  checkHeaders(request, limits.maxBytes);
  const bytes = await readBytes(request, limits);
  if (bytes.length === 0) {
    if (limits.optional) return undefined;
    throw invalid('is required');
  }
  return parse(bytes);
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

function checkHeaders({ headers }: IncomingMessage, maxBytes: number): void {
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') {
    throw new AppError('unsupported_media_type', 'The body must not be compressed (Content-Encoding)');
  }
  if (!JSON_TYPE.test(headers['content-type'] ?? '')) {
    throw new AppError('unsupported_media_type', 'The body must be JSON in UTF-8 (Content-Type: application/json)');
  }
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
}

function readBytes(request: IncomingMessage, { maxBytes, timeoutMs }: BodyLimits): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // A client that has already disconnected sends no more events.
    if (request.destroyed) throw invalid('ended early');
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = (finish: () => void): void => {
      clearTimeout(timer);
      request.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose);
      finish();
    };
    const fail = (error: AppError): void => settle(() => reject(error));
    const onData = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > maxBytes) fail(tooLarge(maxBytes));
      else chunks.push(chunk);
    };
    const onEnd = (): void =>
      settle(() => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size)));
    const onClose = (): void => fail(invalid('ended early'));
    const timer = setTimeout(() => fail(invalid(`did not arrive within ${String(timeoutMs)} ms`)), timeoutMs);
    request.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose);
  });
}

async function parse(bytes: Buffer): Promise<unknown> {
  if (!isUtf8(bytes)) throw invalid('is not valid UTF-8');
  await pause();
  const decoded = bytes.toString('utf8');
  await pause();
  const text = decoded.startsWith(BYTE_ORDER_MARK) ? decoded.slice(1) : decoded;
  try {
    return await inTurns(parseJson(text));
  } catch (error) {
    if (error instanceof RangeError) throw invalid(error.message);
    await pause();
    throw invalid(await inTurns(describeFault(text)));
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

const invalid = (fault: string): AppError => validationError(`body ${fault}`, [{ field: 'body', message: fault }]);

const tooLarge = (maxBytes: number): AppError =>
  new AppError('payload_too_large', `The body is larger than ${String(maxBytes)} bytes`, {
    details: [{ field: 'body', message: `must be at most ${String(maxBytes)} bytes` }],
  });
