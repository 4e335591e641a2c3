import type { Response } from 'express';
import { failure, success, type Meta } from './envelope.ts';
import type { HttpResponse } from './http-route.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Writes an answer. Nothing of it may be kept by caches unless the answer says otherwise. */
export function sendResponse(response: Response, answer: HttpResponse, meta: Meta): void {
  const [contentType, text] = render(answer, meta);
  response.setHeader('Content-Type', contentType);
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Content-Length', Buffer.byteLength(text));
  for (const [name, value] of Object.entries(answer.headers ?? {})) response.setHeader(name, value);
  response.statusCode = answer.status ?? 200;
  response.end(text);
}

function render(answer: HttpResponse, meta: Meta): [contentType: string, text: string] {
  if ('text' in answer) return [answer.contentType, answer.text];
  if ('json' in answer) return [JSON_TYPE, JSON.stringify(answer.json)];
  const body = answer.error === undefined ? success(answer.data, meta) : failure(answer.error, meta, answer.data);
  return [JSON_TYPE, JSON.stringify(body)];
}
