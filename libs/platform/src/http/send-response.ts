import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { failure, success, type Meta } from './envelope.ts';
import type { HttpResponse, StreamResponse } from './http-route.ts';
import type { RequestRecord } from './request-record.ts';
import type { ResponseHeaders } from './response-headers.ts';

type WholeResponse = Exclude<HttpResponse, StreamResponse>;

/** A client that takes nothing for so long is disconnected. */
const STALLED_MS = 60_000;

const JSON_TYPE = 'application/json; charset=utf-8';

/** Writes the result of a route that is not a stream. Caches may not store it unless its own headers allow that. */
export function sendResponse(response: ServerResponse, result: WholeResponse, record: RequestRecord): void {
  const [contentType, text] = render(result, record.meta);
  const headers = headersOf(record, contentType).set('Content-Length', Buffer.byteLength(text));
  for (const [name, value] of Object.entries(result.headers ?? {})) headers.set(name, value);
  response.writeHead(result.status ?? 200, headers.list).end(text);
}

/**
 * Sends a stream, and ends it when the client is gone. Rejects with an error of the stream, after which the connection must not
 * be used any more.
 */
export async function sendStream(
  response: ServerResponse,
  { stream, contentType, status = 200 }: StreamResponse,
  record: RequestRecord,
): Promise<void> {
  // The head goes with the first chunk, so that a stream without one is logged as the error that it ends with.
  response.statusCode = status;
  for (const [name, value] of headersOf(record, contentType).pairs()) response.setHeader(name, value);
  response.setTimeout(STALLED_MS, () => response.destroy());
  if (response.req.method === 'HEAD') {
    response.end();
    return;
  }
  let failure: Error | undefined;
  const chunks = async function* (): AsyncGenerator<string> {
    try {
      yield* stream;
    } catch (error) {
      failure = error instanceof Error ? error : new Error('The stream failed', { cause: error });
      throw failure;
    }
  };
  try {
    await pipeline(chunks, response);
  } catch {
    // Without a failure of the stream, the client closed the connection.
    if (failure !== undefined) throw failure;
  }
}

/** In a copy, since sending them may fail, and the error has its own. */
const headersOf = ({ headers }: RequestRecord, contentType: string): ResponseHeaders =>
  headers.copy().set('Content-Type', contentType).set('Cache-Control', 'no-store');

function render(result: WholeResponse, meta: Meta): [contentType: string, text: string | Uint8Array] {
  if ('text' in result) return [result.contentType, result.text];
  if ('json' in result) return [JSON_TYPE, JSON.stringify(result.json)];
  const body = result.error === undefined ? success(result.data, meta) : failure(result.error, meta, result.data);
  return [JSON_TYPE, JSON.stringify(body)];
}
