import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { isAmbiguous } from './repeated-headers.ts';
import { NOT_HTTP, rejectionOf, rejectRequest, rejectConnection } from './reject-malformed.ts';

export interface HttpServerOptions {
  /** 0 picks a free port. */
  readonly port: number;
  /** The address to listen on (default all). */
  readonly host?: string;
  /** More headers for the response to malformed HTTP, by the client's address. Never rejects. */
  readonly rejectionHeaders?: (ip: string) => Promise<Readonly<Record<string, string>>>;
}

export interface RunningHttpServer {
  readonly port: number;
  /** Accepts no new requests, waits at most `graceMs` (default 10,000) for those in progress, then cuts them off. */
  close(graceMs?: number): Promise<void>;
}

const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 60_000;
/** Longer than common load balancers keep a connection, so that the balancer closes it first. */
const KEEP_ALIVE_MS = 65_000;
const DEFAULT_GRACE_MS = 10_000;
const IDLE_SWEEP_MS = 25;
/**
 * Connections that wait to be accepted. One too many is not answered, and its client tries again after one second, then three: with
 * Node's 511, that happens when many clients connect while the process is busy.
 */
const BACKLOG = 4_096;

/** Starts listening. Throws an error with advice when the port is in use or not permitted. */
export async function startHttpServer(
  listener: RequestListener,
  options: HttpServerOptions,
): Promise<RunningHttpServer> {
  let closing = false;
  const { rejectionHeaders = async () => ({}) } = options;
  const responses = new OpenResponses();
  const serve: RequestListener = (request, response) => {
    responses.add(request.socket, response);
    if (closing) response.setHeader('Connection', 'close');
    const isWithoutHost = request.headers.host === undefined && request.httpVersion === '1.1';
    if (isWithoutHost || isAmbiguous(request)) {
      void rejectionHeaders(addressOf(request.socket)).then((headers) => rejectRequest(response, NOT_HTTP, headers));
    } else listener(request, response);
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
  // An unknown `Expect` header is ignored.
  server.on('checkExpectation', serve);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    void rejectionHeaders(addressOf(socket)).then((headers) => {
      if (responses.hasStartedOne(socket) || !socket.writable) socket.destroy();
      else rejectConnection(socket, rejectionOf(error.code), headers);
    });
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

const addressOf = (socket: Duplex): string => (socket instanceof Socket ? socket.remoteAddress : undefined) ?? '';

/** The unfinished responses of each connection; pipelined requests have several. */
class OpenResponses {
  readonly #open = new WeakMap<Duplex, ServerResponse[]>();

  add(socket: Duplex, response: ServerResponse): void {
    // Closed responses are dropped when the next request comes, which costs less than a listener for each.
    const open = (this.#open.get(socket) ?? []).filter(({ closed }) => !closed);
    this.#open.set(socket, [...open, response]);
  }

  hasStartedOne(socket: Duplex): boolean {
    return (this.#open.get(socket) ?? []).some(({ closed, headersSent }) => headersSent && !closed);
  }
}

function listen(server: Server, { port, host }: HttpServerOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(new Error(reasonOf(error, port), { cause: error }));
    });
    server.listen({ port, backlog: BACKLOG, ...(host === undefined ? {} : { host }) }, () => {
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
  // A connection becomes idle only after its response, so idle connections are closed again and again until none is left.
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
