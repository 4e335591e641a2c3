import { newId } from '@strata/kernel/ids';
import { maxHeaderSize, STATUS_CODES, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { failure } from './envelope.ts';
import type { ErrorBody } from './http-route.ts';

/** Time for the client to read the response before the connection is destroyed. */
const LINGER_MS = 500;

/** The status and error for malformed HTTP. */
interface Rejection {
  readonly status: number;
  readonly error: ErrorBody;
}

export const NOT_HTTP: Rejection = {
  status: 400,
  error: {
    code: 'validation_error',
    message: 'The request is not valid HTTP',
    details: [{ field: 'request', message: 'is not valid HTTP' }],
  },
};

const REJECTIONS: Readonly<Record<string, Rejection>> = {
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

/** The rejection for an error code of Node's HTTP parser. */
export const rejectionOf = (code: string | undefined): Rejection => REJECTIONS[code ?? ''] ?? NOT_HTTP;

type Headers = Readonly<Record<string, string>>;

function render({ error }: Rejection, more: Headers): { headers: Headers; body: string } {
  const requestId = newId('req');
  const body = JSON.stringify(failure(error, { requestId, durationMs: 0 }));
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    'X-Request-Id': requestId,
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
    Connection: 'close',
    ...more,
  };
  return { headers, body };
}

/** Rejects a request that Node's parser accepts although it is malformed. */
export function rejectRequest(response: ServerResponse, rejection: Rejection, more: Headers): void {
  const { headers, body } = render(rejection, more);
  response.writeHead(rejection.status, headers).end(body);
}

/** Rejects malformed bytes on a connection, and closes it once the client had time to read the response. */
export function rejectConnection(socket: Duplex, rejection: Rejection, more: Headers): void {
  const { headers, body } = render(rejection, more);
  const head = [
    `HTTP/1.1 ${String(rejection.status)} ${STATUS_CODES[rejection.status] ?? ''}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  // Incoming bytes are received and dropped: closing the connection on them would discard the response.
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once('end', () => socket.destroy()).once('close', () => clearTimeout(timer));
}
