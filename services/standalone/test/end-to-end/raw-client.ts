import { Agent, request, type IncomingHttpHeaders } from 'node:http';

type Header = readonly [name: string, value: string];

export interface RawRequest {
  readonly method: string;
  /** With its query string; nothing in it is resolved or escaped. */
  readonly path: string;
  readonly headers?: readonly Header[];
  /** Sent as JSON. */
  readonly body?: unknown;
}

export interface RawReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Sends requests word for word, as no well-behaved client would: repeated headers, paths with dots, any method. */
export class RawClient {
  readonly #base: URL;
  readonly #agent = new Agent({ keepAlive: true });

  constructor(base: string) {
    this.#base = new URL(base);
  }

  send({ method, path, headers = [], body }: RawRequest): Promise<RawReply> {
    const { host, hostname, port } = this.#base;
    const content = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    const framing: Header[] =
      content === undefined
        ? []
        : [
            ['Content-Type', 'application/json'],
            ['Content-Length', String(content.length)],
          ];
    const all = [['Host', host], ...framing, ...headers].flat();
    return new Promise((resolve, reject) => {
      const sending = request({ agent: this.#agent, hostname, port, method, path, headers: all }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const { statusCode: status = 0, headers: answered } = response;
          resolve({ status, headers: answered, text: Buffer.concat(chunks).toString() });
        });
      });
      sending.on('error', reject);
      sending.end(content);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
