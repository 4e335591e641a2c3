import { afterEach, expect, it, jest } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { createTurnSocket } from './turn-socket.ts';

/** Counts the calls that hand messages to the system. */
function countCalls(socket: Socket): () => number {
  const write = jest.spyOn(socket, '_write');
  const writeSeveral = jest.spyOn(socket as Required<Socket>, '_writev');
  return () => write.mock.calls.length + writeSeveral.mock.calls.length;
}

let server: Server;
afterEach(() => void server.close());

it('What is written in one turn is sent with one call, all of it and in order', async () => {
  const received = new Promise<string>((resolve) => {
    server = createServer((peer) => void text(peer).then(resolve)).listen(0, '127.0.0.1');
  });
  await once(server, 'listening');
  const socket = createTurnSocket();
  socket.connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  const calls = countCalls(socket);
  for (const message of ['begin ', 'insert ', 'commit ']) socket.write(message);
  await turn();
  expect(calls()).toBe(1);
  socket.write('next');
  await turn();
  expect(calls()).toBe(2);
  socket.end();
  expect(await received).toBe('begin insert commit next');
});
