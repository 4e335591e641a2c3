import { createServer, request } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/** A proxy that passes requests on, and breaks the first connection once the service has answered. */
export async function startCuttingProxy(target: string): Promise<{
  readonly base: string;
  readonly requests: () => number;
  readonly close: () => Promise<void>;
}> {
  let requests = 0;
  const server = createServer((incoming, outgoing) => {
    const isFirst = (requests += 1) === 1;
    const { method, headers } = incoming;
    const forwarded = request(new URL(incoming.url ?? '/', target), { method, headers }, (answer) => {
      if (isFirst) {
        answer.resume().on('end', () => incoming.socket.destroy());
        return;
      }
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(forwarded);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    base: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    requests: () => requests,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
