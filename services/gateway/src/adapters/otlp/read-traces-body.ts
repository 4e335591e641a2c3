import { AppError } from '@strata/kernel/errors';
import { inTurns } from '@strata/kernel/turns';
import { errorCode } from '@strata/platform/config/error-code';
import type { Exchange } from '@strata/platform/http/http-route';
import { bodyTooLarge, invalidBody } from '@strata/platform/http/read-bytes';
import { isJson, parseJsonBody } from '@strata/platform/http/read-json-body';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { decodeTraces, TooManyMessages } from './decode-traces.ts';

const unzip = promisify(gunzip);
const PROTOBUF_TYPE = /^application\/x-protobuf\s*(?:;|$)/i;

/** Whether a request, and so its response, is protobuf. */
export const isProtobuf = ({ 'content-type': type }: Exchange['headers']): boolean => PROTOBUF_TYPE.test(type ?? '');

/**
 * Reads the body of an OTLP export, in its JSON form. `maxBytes` bounds it before and after decompression.
 * Errors: `unsupported_media_type`; `payload_too_large`; `validation_error` on `body`.
 */
export async function readTracesBody(
  { headers, readBytes }: Pick<Exchange, 'headers' | 'readBytes'>,
  maxBytes: number,
): Promise<unknown> {
  if (!isProtobuf(headers) && !isJson(headers['content-type']))
    throw new AppError(
      'unsupported_media_type',
      'The body must be application/x-protobuf or application/json (Content-Type)',
    );
  const encoding = (headers['content-encoding'] ?? 'identity').toLowerCase();
  if (encoding !== 'identity' && encoding !== 'gzip')
    throw new AppError('unsupported_media_type', 'The body may only be compressed with gzip (Content-Encoding)');
  const sent = await readBytes({ maxBytes });
  const bytes = encoding === 'gzip' ? await decompressed(sent, maxBytes) : sent;
  if (isProtobuf(headers)) return decoded(bytes);
  if (bytes.length === 0) throw invalidBody('is required');
  return parseJsonBody(bytes);
}

async function decompressed(bytes: Buffer, maxBytes: number): Promise<Buffer> {
  try {
    return await unzip(bytes, { maxOutputLength: maxBytes });
  } catch (error) {
    if (errorCode(error) === 'ERR_BUFFER_TOO_LARGE') throw bodyTooLarge(maxBytes);
    throw invalidBody('is not valid gzip');
  }
}

/** An empty body is an empty message. */
async function decoded(bytes: Buffer): Promise<unknown> {
  try {
    return await inTurns(decodeTraces(bytes));
  } catch (error) {
    if (error instanceof TooManyMessages)
      throw new AppError('payload_too_large', 'The body has too many attributes, or nests them too deeply');
    throw invalidBody('is not a protobuf ExportTraceServiceRequest');
  }
}
