import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A server that answers as a model provider does: with the next reply, and it keeps what it was asked. */
export interface ModelServer extends AsyncDisposable {
  readonly url: string;
  /** The bodies of the requests. */
  readonly requests: unknown[];
}

/** A reply that fails: with a status, or in the middle of a stream, whose connection breaks after these lines. */
export class FailingReply {
  readonly status: number;
  readonly lines: readonly string[];

  constructor({ status = 200, lines = [] }: { readonly status?: number; readonly lines?: readonly string[] }) {
    this.status = status;
    this.lines = lines;
  }
}

/** Each reply is the JSON of a response, or the lines of a stream of server-sent events, or one that fails. */
export async function serveModel(replies: readonly (object | readonly string[])[]): Promise<ModelServer> {
  const requests: unknown[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const reply = replies[requests.length] ?? {};
      requests.push(body === '' ? undefined : JSON.parse(body));
      if (reply instanceof FailingReply) fail(response, reply);
      else if (Array.isArray(reply)) streaming(response).end(sse(reply as string[]));
      else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply));
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

const streaming = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/event-stream' });
const sse = (lines: readonly string[]): string => lines.map((line) => `data: ${line}\n\n`).join('');

function fail(response: ServerResponse, { status, lines }: FailingReply): void {
  if (status === 200) streaming(response).write(sse(lines), () => response.destroy());
  else
    response.writeHead(status, { 'content-type': 'application/json' }).end('{"error":{"message":"The model is ill"}}');
}
