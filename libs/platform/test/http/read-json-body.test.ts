import { expect, test } from '@jest/globals';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { readJsonBody } from '../../src/http/read-json-body.ts';

const HOUR_MS = 3_600_000;

function requestWith(headers: IncomingMessage['headers']): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  request.headers = { 'content-type': 'application/json', ...headers };
  return request;
}

test('no body is awaited from a client that left before it was read', async () => {
  const request = requestWith({ 'content-length': '10' });
  request.destroy();
  await new Promise((resolve) => request.once('close', resolve));
  await expect(readJsonBody(request, { maxBytes: 100, timeoutMs: HOUR_MS, optional: false })).rejects.toMatchObject({
    code: 'validation_error',
    message: 'body ended early',
  });
});

test.each([
  ['{"a": 1,\n "secret": hunter2}', 'is not valid JSON at line 2, column 12'],
  ['\uFEFF{"a": 1,}', 'is not valid JSON at line 1, column 9'],
  ['{"secret": "hunter2', 'is not valid JSON: it ends too early, at line 1, column 20'],
])('bad JSON is rejected with the position of its first fault, and not quoted: %j', async (text, message) => {
  const request = requestWith({ 'transfer-encoding': 'chunked' });
  request.push(text);
  request.push(null);
  await expect(readJsonBody(request, { maxBytes: 100, timeoutMs: HOUR_MS, optional: false })).rejects.toMatchObject({
    code: 'validation_error',
    message: `body ${message}`,
    details: [{ field: 'body', message }],
  });
});
