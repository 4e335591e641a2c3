import { describe, expect, it } from '@jest/globals';
import { Agent, request, type RequestListener } from 'node:http';
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

describe('HTTP server', () => {
  it('says which port is taken', async () => {
    const first = await startHttpServer(() => undefined, local);
    await expect(startHttpServer(() => undefined, { ...local, port: first.port })).rejects.toThrow(
      `Port ${String(first.port)} is already in use`,
    );
    await first.close();
  });

  it('lets a request under way finish, and closes idle connections', async () => {
    let arrived = (): void => undefined;
    const underWay = new Promise<void>((resolve) => (arrived = resolve));
    let finish = (): void => undefined;
    const listener: RequestListener = (_request, response) => {
      finish = () => response.end('done');
      arrived();
    };
    const server = await startHttpServer(listener, local);
    const agent = new Agent({ keepAlive: true });
    const answer = get(server.port, agent);
    await underWay;
    const closing = server.close();
    await expect(get(server.port)).rejects.toThrow();
    finish();
    await expect(answer).resolves.toBe('done');
    await expect(closing).resolves.toBeUndefined();
    agent.destroy();
  });

  it('cuts off a request that does not finish in time', async () => {
    let arrived = (): void => undefined;
    const underWay = new Promise<void>((resolve) => (arrived = resolve));
    const server = await startHttpServer(() => arrived(), local);
    const refused = expect(get(server.port)).rejects.toMatchObject({ code: 'ECONNRESET' });
    await underWay;
    await server.close(20);
    await refused;
  });
});
