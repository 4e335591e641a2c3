import { createServer, type RequestListener, type Server } from 'node:http';

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

/**
 * Starts listening.
 * @throws Error saying so when the port is taken or may not be used.
 */
export async function startHttpServer(
  listener: RequestListener,
  options: HttpServerOptions,
): Promise<RunningHttpServer> {
  let closing = false;
  const server = createServer(
    { headersTimeout: HEADERS_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS, keepAliveTimeout: KEEP_ALIVE_MS },
    (request, response) => {
      if (closing) response.setHeader('Connection', 'close');
      listener(request, response);
    },
  );
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
