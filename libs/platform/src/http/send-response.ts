import type { Response } from 'express';
import { failure, success, type Meta } from './envelope.ts';
import type { HttpResponse } from './http-route.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Writes the result of a route. Caches may not store it unless its own headers allow that. */
export function sendResponse(response: Response, result: HttpResponse, meta: Meta): void {
  const [contentType, text] = render(result, meta);
  response.setHeader('Content-Type', contentType);
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Content-Length', Buffer.byteLength(text));
  for (const [name, value] of Object.entries(result.headers ?? {})) response.setHeader(name, value);
  response.statusCode = result.status ?? 200;
  response.end(text);
}

function render(result: HttpResponse, meta: Meta): [contentType: string, text: string | Uint8Array] {
  if ('text' in result) return [result.contentType, result.text];
  if ('json' in result) return [JSON_TYPE, JSON.stringify(result.json)];
  const body = result.error === undefined ? success(result.data, meta) : failure(result.error, meta, result.data);
  return [JSON_TYPE, JSON.stringify(body)];
}
