import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export const DIMENSIONS = 64;

/** A server with OpenAI's embeddings interface: a text becomes the counts of its letters. */
export class EmbeddingServer {
  /** The `traceparent` of each request. */
  readonly traceparents: unknown[] = [];
  readonly #server = createServer((request, response) => {
    this.traceparents.push(request.headers['traceparent']);
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { input } = JSON.parse(Buffer.concat(chunks).toString()) as { input: string[] };
      const data = input.map((text, index) => ({ index, object: 'embedding', embedding: lettersOf(text) }));
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ object: 'list', data }));
    });
  });

  static async open(): Promise<EmbeddingServer> {
    const server = new EmbeddingServer();
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${String((this.#server.address() as AddressInfo).port)}/v1`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

function lettersOf(text: string): number[] {
  const letters = [...text.toLowerCase()].map((letter) => letter.charCodeAt(0) % DIMENSIONS);
  return Array.from({ length: DIMENSIONS }, (_, at) => 0.01 + letters.filter((letter) => letter === at).length);
}
