import { newId } from '@strata/kernel/ids';
import {
  createServer,
  maxHeaderSize,
  STATUS_CODES,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { failure } from './envelope.ts';
import type { ErrorBody } from './http-route.ts';

export interface HttpServerOptions {
  /** 0 picks a free one. */
  readonly port: number;
  /** Address to listen on (default all of them). */
  readonly host?: string;
}

export interface RunningHttpServer {
  readonly port: number;
  /** Takes no new requests, lets those under way finish for at most `graceMs` (default 10,000), then cuts them off. */
  close(graceMs?: number): Promise<void>;
}

const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 60_000;
/** Longer than common load balancers keep a connection, so that they and not we close it. */
const KEEP_ALIVE_MS = 65_000;
const DEFAULT_GRACE_MS = 10_000;
const IDLE_SWEEP_MS = 25;
/** Time for the client of a connection that is given up to read why. */
const FAREWELL_MS = 500;

/**
 * Starts listening.
 * @throws Error saying so when the port is taken or may not be used.
 */
export async function startHttpServer(
  listener: RequestListener,
  options: HttpServerOptions,
): Promise<RunningHttpServer> {
  let closing = false;
  const answers = new OpenAnswers();
  const serve: RequestListener = (request, response) => {
    answers.add(request.socket, response);
    if (closing) response.setHeader('Connection', 'close');
    if (request.headers.host === undefined && request.httpVersion === '1.1') refuse(response, NO_HTTP);
    else listener(request, response);
  };
  const server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      requireHostHeader: false,
    },
    serve,
  );
  // An expectation that is not met may be left unmet.
  server.on('checkExpectation', serve);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (answers.isAmidOne(socket) || !socket.writable) socket.destroy();
    else giveUp(socket, REFUSALS[error.code ?? ''] ?? NO_HTTP);
  });
  await listen(server, options);
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : options.port,
    close: async (graceMs = DEFAULT_GRACE_MS) => {
      if (closing) return;
      closing = true;
      await closeGracefully(server, graceMs);
    },
  };
}

/** The answers that a connection still owes; there are several where requests came one behind the other. */
class OpenAnswers {
  readonly #open = new WeakMap<Duplex, Set<ServerResponse>>();

  add(socket: Duplex, response: ServerResponse): void {
    const open = this.#open.get(socket) ?? new Set();
    this.#open.set(socket, open.add(response));
    response.once('close', () => open.delete(response));
  }

  isAmidOne(socket: Duplex): boolean {
    return [...(this.#open.get(socket) ?? [])].some((response) => response.headersSent);
  }
}

interface Refusal {
  readonly status: number;
  readonly error: ErrorBody;
}

const NO_HTTP: Refusal = {
  status: 400,
  error: {
    code: 'validation_error',
    message: 'The request is not valid HTTP',
    details: [{ field: 'request', message: 'is not valid HTTP' }],
  },
};

/** What is wrong with a request that Node's parser gave up, by the code of its error. */
const REFUSALS: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    error: {
      code: 'headers_too_large',
      message: `The path and the headers are larger than ${String(maxHeaderSize)} bytes`,
    },
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    status: 413,
    error: { code: 'payload_too_large', message: 'The extensions of a chunk are too large' },
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    error: { code: 'request_timeout', message: 'The request did not arrive in time' },
  },
};

function render({ error }: Refusal): { headers: Record<string, string>; body: string } {
  const requestId = newId('req');
  const body = JSON.stringify(failure(error, { requestId, durationMs: 0 }));
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    'X-Request-Id': requestId,
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
    Connection: 'close',
  };
  return { headers, body };
}

function refuse(response: ServerResponse, refusal: Refusal): void {
  const { headers, body } = render(refusal);
  response.writeHead(refusal.status, headers).end(body);
}

/** Answers on a connection that carries no HTTP any more, and closes it once the client could read why. */
function giveUp(socket: Duplex, refusal: Refusal): void {
  const { headers, body } = render(refusal);
  const head = [
    `HTTP/1.1 ${String(refusal.status)} ${STATUS_CODES[refusal.status] ?? ''}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  // What is still under way is let in and dropped: closing on it would take the answer away from the client.
  socket.resume();
  const farewell = setTimeout(() => socket.destroy(), FAREWELL_MS).unref();
  socket.once('end', () => socket.destroy()).once('close', () => clearTimeout(farewell));
}

function listen(server: Server, { port, host }: HttpServerOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(new Error(reasonOf(error, port), { cause: error }));
    });
    server.listen({ port, ...(host === undefined ? {} : { host }) }, () => {
      server.removeAllListeners('error');
      resolve();
    });
  });
}

function reasonOf(error: NodeJS.ErrnoException, port: number): string {
  if (error.code === 'EADDRINUSE') return `Port ${String(port)} is already in use; set PORT to another one`;
  if (error.code === 'EACCES') return `Port ${String(port)} may not be used by this user; set PORT to one above 1023`;
  return `Cannot listen on port ${String(port)}: ${error.message}`;
}

async function closeGracefully(server: Server, graceMs: number): Promise<void> {
  const done = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  // A connection falls idle only when its answer is out, so idle ones are swept until none is left.
  const sweep = setInterval(() => {
    server.closeIdleConnections();
  }, IDLE_SWEEP_MS);
  const cutOff = setTimeout(() => {
    server.closeAllConnections();
  }, graceMs);
  await done;
  clearInterval(sweep);
  clearTimeout(cutOff);
}
