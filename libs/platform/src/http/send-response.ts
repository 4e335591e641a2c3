import type { Response } from 'express';
import { pipeline } from 'node:stream/promises';
import { failure, success, type Meta } from './envelope.ts';
import type { HttpResponse, StreamResponse } from './http-route.ts';

type WholeResponse = Exclude<HttpResponse, StreamResponse>;

/** A client that takes nothing for so long is disconnected. */
const STALLED_MS = 60_000;

const JSON_TYPE = 'application/json; charset=utf-8';

/** Writes the result of a route that is not a stream. Caches may not store it unless its own headers allow that. */
export function sendResponse(response: Response, result: WholeResponse, meta: Meta): void {
  const [contentType, text] = render(result, meta);
  response.setHeader('Content-Type', contentType);
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Content-Length', Buffer.byteLength(text));
  for (const [name, value] of Object.entries(result.headers ?? {})) response.setHeader(name, value);
  response.statusCode = result.status ?? 200;
  response.end(text);
}

/**
 * Sends a stream, and ends it when the client is gone. Rejects with an error of the stream, after which the connection must not
 * be used any more.
 */
export async function sendStream(
  response: Response,
  { stream, contentType, status = 200 }: StreamResponse,
): Promise<void> {
  response.setHeader('Content-Type', contentType);
  response.setHeader('Cache-Control', 'no-store');
  response.statusCode = status;
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

function render(result: WholeResponse, meta: Meta): [contentType: string, text: string | Uint8Array] {
  if ('text' in result) return [result.contentType, result.text];
  if ('json' in result) return [JSON_TYPE, JSON.stringify(result.json)];
  const body = result.error === undefined ? success(result.data, meta) : failure(result.error, meta, result.data);
  return [JSON_TYPE, JSON.stringify(body)];
}
