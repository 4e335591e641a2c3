import { expect, test } from '@jest/globals';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { readJsonBody } from '../../src/http/read-json-body.ts';

const HOUR_MS = 3_600_000;

test('no body is waited for of a client that left before it was read', async () => {
  const request = new IncomingMessage(new Socket());
  request.headers = { 'content-type': 'application/json', 'content-length': '10' };
  request.destroy();
  await new Promise((resolve) => request.once('close', resolve));
  await expect(readJsonBody(request, { maxBytes: 100, timeoutMs: HOUR_MS, optional: false })).rejects.toMatchObject({
    code: 'validation_error',
    message: 'body ended early',
  });
});
