import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A server that answers as a model provider does: with the next reply, and it keeps what it was asked. */
export interface ModelServer extends AsyncDisposable {
  readonly url: string;
  /** The bodies of the requests. */
  readonly requests: unknown[];
}

/** Each reply is the JSON of a response, or the lines of a stream of server-sent events. */
export async function serveModel(replies: readonly (object | readonly string[])[]): Promise<ModelServer> {
  const requests: unknown[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const reply = replies[requests.length] ?? {};
      requests.push(JSON.parse(body));
      const isStream = Array.isArray(reply);
      response.writeHead(200, { 'content-type': isStream ? 'text/event-stream' : 'application/json' });
      response.end(isStream ? reply.map((line: string) => `data: ${line}\n\n`).join('') : JSON.stringify(reply));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    requests,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
