import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import request from 'supertest';
import type { RunningHttpServer } from '../../src/http/http-server.ts';
import { MAX_BYTES, serveApp } from './app-fixture.ts';

describe('A request body', () => {
  let server: RunningHttpServer;
  let url: string;

  beforeEach(async () => {
    ({ server, url } = await serveApp());
  });
  afterEach(() => server.close(100));

  const postRaw = (
    body: string | Buffer,
    headers: Record<string, string> = { 'Content-Type': 'application/json' },
    path = '/echo',
  ) =>
    new Promise<{ status: number; body: string }>((resolve, reject) => {
      const call = httpRequest(`${url}${path}`, { method: 'POST', headers }, (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () => {
          resolve({ status: response.statusCode ?? 0, body: text });
        });
      });
      call.on('error', reject);
      call.end(body);
    });

  it('of JSON is read with a byte order mark and any letter', async () => {
    const { status, body } = await postRaw('\uFEFF{"a":"ä€😀"}', {
      'Content-Type': 'application/json; charset=UTF-8',
    });
    expect(status).toBe(200);
    expect(JSON.parse(body)).toMatchObject({ data: { a: 'ä€😀' } });
  });

  it.each([
    ['malformed JSON', '{"secret": hunter2'],
    ['invalid UTF-8', Buffer.from([0x22, 0xff, 0x22])],
    ['nothing', ''],
  ])('of %s is rejected with a 400 that names the body and quotes nothing', async (_what, sent) => {
    const { status, body } = await postRaw(sent);
    expect(status).toBe(400);
    expect(JSON.parse(body)).toMatchObject({ error: { code: 'validation_error', details: [{ field: 'body' }] } });
    expect(body).not.toContain('hunter2');
  });

  it('that is malformed gets the validation status of the route', async () => {
    await expect(postRaw('{', { 'Content-Type': 'application/json' }, '/capture')).resolves.toMatchObject({
      status: 422,
    });
  });

  it('may be absent where it is optional', async () => {
    const { body } = await postRaw('', {}, '/optional');
    expect(JSON.parse(body)).toMatchObject({ data: { body: 'none' } });
  });

  it.each([
    ['another type', 'a=b', { 'Content-Type': 'application/x-www-form-urlencoded' }],
    ['another charset', '{}', { 'Content-Type': 'application/json; charset=utf-16' }],
    ['no type', '{}', {}],
    ['compression', gzipSync('{}'), { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }],
  ])('with %s is rejected with 415', async (_what, sent, headers) => {
    await expect(postRaw(sent, headers)).resolves.toMatchObject({ status: 415 });
  });

  it('is rejected by its declared and by its actual size, with a response that the client can read', async () => {
    const large = JSON.stringify('x'.repeat(3_000_000));
    const json = { 'Content-Type': 'application/json' };
    for (const headers of [
      { ...json, 'Content-Length': String(Buffer.byteLength(large)) },
      { ...json, 'Transfer-Encoding': 'chunked' },
    ]) {
      const { status, body } = await postRaw(large, headers);
      expect(status).toBe(413);
      expect(JSON.parse(body)).toMatchObject({ error: { code: 'payload_too_large' } });
    }
  });

  it('of exactly the limit is accepted', async () => {
    const exact = JSON.stringify('x'.repeat(MAX_BYTES - 2));
    await expect(postRaw(exact)).resolves.toMatchObject({ status: 200 });
    await expect(postRaw(JSON.stringify('x'.repeat(MAX_BYTES - 1)))).resolves.toMatchObject({ status: 413 });
  });

  it('of an unauthorized caller is not read', async () => {
    await expect(
      postRaw('x'.repeat(500_000), { 'Content-Type': 'application/json' }, '/closed'),
    ).resolves.toMatchObject({ status: 401 });
  });

  it('that does not arrive in time is rejected', async () => {
    const response = await new Promise<string>((resolve, reject) => {
      const socket = connect(server.port, '127.0.0.1', () => {
        socket.write(
          'POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{"a"',
        );
      });
      socket.once('data', (data) => {
        resolve(data.toString());
        socket.destroy();
      });
      socket.once('error', reject);
    });
    expect(response).toMatch(/^HTTP\/1.1 400 /);
    expect(response).toContain('did not arrive');
  });

  it('whose client disconnects in the middle of it does not stop the server', async () => {
    await new Promise<void>((resolve) => {
      const socket = connect(server.port, '127.0.0.1', () => {
        socket.write(
          'POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{"a"',
          () => {
            socket.destroy();
            resolve();
          },
        );
      });
    });
    await request(url).get('/bare').expect(200);
  });
});
