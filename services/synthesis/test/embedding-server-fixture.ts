import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface EmbeddingServer {
  readonly url: string;
  /** Settings of a service that uses this server, and waits long for its vectors. */
  readonly settings: Record<string, unknown>;
  /** Texts of every request so far. */
  readonly requests: string[][];
  /** How the server responds from now on. */
  respond(how: 'well' | 'with errors' | 'with garbage' | 'never'): void;
  close(): Promise<void>;
}

export const DIMENSIONS = 8;
/** Words with one meaning have one direction; all other words have none. */
const MEANINGS: readonly (readonly string[])[] = [
  ['car', 'automobile', 'vehicle'],
  ['doctor', 'physician', 'surgeon'],
  ['money', 'cash', 'funds'],
  ['boat', 'sail', 'mast'],
  ['rope', 'net', 'anchor'],
];

function embed(text: string, dimensions: number): number[] {
  const vector = Array.from({ length: dimensions }, () => 0.01);
  for (const word of text.toLowerCase().match(/[a-z]+/g) ?? []) {
    const meaning = MEANINGS.findIndex((words) => words.includes(word));
    if (meaning >= 0) vector[meaning] = 1;
  }
  return vector;
}

/** A model whose vectors are shorter than those of any other. */
export const SHORT_MODEL = { name: 'short-model', dimensions: 5 };

/** A server with OpenAI's embeddings interface. It rejects texts that contain "unspeakable". */
export async function startEmbeddingServer(): Promise<EmbeddingServer> {
  let how: Parameters<EmbeddingServer['respond']>[0] = 'well';
  const requests: string[][] = [];
  const server: Server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const { input, model } = JSON.parse(body) as { input: string[]; model: string };
      const dimensions = model === SHORT_MODEL.name ? SHORT_MODEL.dimensions : DIMENSIONS;
      requests.push(input);
      if (how === 'never') return;
      const isRejected = input.some((text) => text.includes('unspeakable'));
      const status = how === 'with errors' ? 500 : isRejected ? 400 : 200;
      const vector = (text: string) =>
        how === 'with garbage' ? Array.from({ length: dimensions }, () => null) : embed(text, dimensions);
      const data = input.map((text, index) => ({ object: 'embedding', index, embedding: vector(text) }));
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(status === 200 ? { object: 'list', data } : { error: { message: 'no' } }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/v1`;
  return {
    url,
    settings: {
      OPENAI_BASE_URL: url,
      EMBEDDING_MODEL: 'test-model',
      EMBEDDING_DIMENSIONS: DIMENSIONS,
      EMBEDDING_QUERY_TIMEOUT_MS: 2_000,
      EMBEDDING_INDEX_WAIT_MS: 10_000,
    },
    requests,
    respond: (next) => (how = next),
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
