import { describe, expect, it } from '@jest/globals';
import { Agent, request, type RequestListener } from 'node:http';
import { connect } from 'node:net';
import { startHttpServer } from '../../src/http/http-server.ts';

const local = { port: 0, host: '127.0.0.1' };

const get = (port: number, agent?: Agent): Promise<string> =>
  new Promise((resolve, reject) => {
    const call = request({ port, host: '127.0.0.1', ...(agent === undefined ? {} : { agent }) }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () => {
        resolve(text);
      });
    });
    call.on('error', reject);
    call.end();
  });

/** The server's response to bytes that no client library would send. */
const exchangeRaw = (port: number, sent: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let response = '';
    const socket = connect(port, '127.0.0.1', () => socket.end(sent));
    socket.on('data', (data: Buffer) => (response += data.toString()));
    socket.once('close', () => {
      resolve(response);
    });
    socket.once('error', reject);
  });

const LARGE = 'x'.repeat(20_000);

describe('Malformed HTTP', () => {
  const served: RequestListener = (request, response) => {
    request.resume().once('end', () => response.end('served'));
  };

  it.each([
    ['garbage', 'hello\r\n\r\n', 400, 'validation_error'],
    ['an unknown method', 'DREAM / HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'validation_error'],
    ['a header without a name', 'GET / HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n', 400, 'validation_error'],
    ['no host', 'GET / HTTP/1.1\r\n\r\n', 400, 'validation_error'],
    ['two hosts', 'GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n', 400, 'validation_error'],
    ['the same host twice, in other case', 'GET / HTTP/1.1\r\nHost: x\r\nhOST: x\r\n\r\n', 400, 'validation_error'],
    ['two hosts in HTTP/1.0', 'GET / HTTP/1.0\r\nHost: x\r\nHost: y\r\n\r\n', 400, 'validation_error'],
    ['a host and a folded one', 'GET / HTTP/1.1\r\nHost: x\r\n Host: y\r\n\r\n', 400, 'validation_error'],
    [
      'two types of the body',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\n{}',
      400,
      'validation_error',
    ],
    [
      'the same length twice',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\na',
      400,
      'validation_error',
    ],
    [
      'two lengths',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
      400,
      'validation_error',
    ],
    [
      'a length beside chunks',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
      'validation_error',
    ],
    ['headers that are too large', `GET / HTTP/1.1\r\nHost: x\r\nX-Large: ${LARGE}\r\n\r\n`, 431, 'headers_too_large'],
    ['a path that is too long', `GET /${LARGE} HTTP/1.1\r\nHost: x\r\n\r\n`, 431, 'headers_too_large'],
  ])('is rejected in the envelope, and the connection closed: %s', async (_what, sent, status, code) => {
    const server = await startHttpServer(served, local);
    const response = await exchangeRaw(server.port, sent);
    const [head = '', body = ''] = response.split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${String(status)} `));
    expect(head).toMatch(/\r\nConnection: close/i);
    expect(head).toMatch(/\r\nContent-Type: application\/json/i);
    expect(JSON.parse(body)).toEqual({
      ok: false,
      error: expect.objectContaining({ code, message: expect.any(String) }),
      meta: { requestId: /X-Request-Id: (\S+)/i.exec(head)?.[1], durationMs: 0 },
    });
    expect(response).not.toContain('xxx');
    await server.close();
  });

  it('is rejected also after a request that was served', async () => {
    const server = await startHttpServer(served, local);
    const response = await exchangeRaw(server.port, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n\0\0\0');
    expect(response).toContain('HTTP/1.1 400 ');
    await server.close();
  });

  it.each(['hello\r\n\r\n', 'GET / HTTP/1.1\r\n\r\n'])('is rejected with additional headers: %j', async (sent) => {
    const rejectionHeaders = async (ip: string) => ({ 'X-Left': `7 of ${ip}` });
    const server = await startHttpServer(served, { ...local, rejectionHeaders });
    expect(await exchangeRaw(server.port, sent)).toContain('\r\nX-Left: 7 of 127.0.0.1\r\n');
    await server.close();
  });

  it('is not rejected in the middle of a response', async () => {
    const server = await startHttpServer((_request, response) => {
      response.writeHead(200, { 'Content-Length': 100 });
      response.write('half of it');
    }, local);
    const response = await exchangeRaw(server.port, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n\0\0\0').catch(() => '');
    expect(response).not.toContain('HTTP/1.1 400 ');
    await server.close(20);
  });

  it('does not include an unknown Expect header', async () => {
    const server = await startHttpServer(served, local);
    const response = await exchangeRaw(
      server.port,
      'GET / HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\nConnection: close\r\n\r\n',
    );
    expect(response).toContain('served');
    await server.close();
  });
});

describe('An HTTP server', () => {
  it('names a port that is in use', async () => {
    const first = await startHttpServer(() => undefined, local);
    await expect(startHttpServer(() => undefined, { ...local, port: first.port })).rejects.toThrow(
      `Port ${String(first.port)} is already in use`,
    );
    await first.close();
  });

  it('waits for a running request when it closes, and closes idle connections', async () => {
    let arrived = (): void => undefined;
    const isRunning = new Promise<void>((resolve) => (arrived = resolve));
    let finish = (): void => undefined;
    const listener: RequestListener = (_request, response) => {
      finish = () => response.end('done');
      arrived();
    };
    const server = await startHttpServer(listener, local);
    const agent = new Agent({ keepAlive: true });
    const response = get(server.port, agent);
    await isRunning;
    const closing = server.close();
    await expect(get(server.port)).rejects.toThrow();
    finish();
    await expect(response).resolves.toBe('done');
    await expect(closing).resolves.toBeUndefined();
    agent.destroy();
  });

  it('cuts off a request that does not finish in time when it closes', async () => {
    let arrived = (): void => undefined;
    const isRunning = new Promise<void>((resolve) => (arrived = resolve));
    const server = await startHttpServer(() => arrived(), local);
    const cutOff = expect(get(server.port)).rejects.toMatchObject({ code: 'ECONNRESET' });
    await isRunning;
    await server.close(20);
    await cutOff;
  });
});
