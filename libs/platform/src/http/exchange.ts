import type { Request, Response } from 'express';
import type { Exchange } from './http-route.ts';
import { headersWithOneCredential } from './repeated-headers.ts';
import { readBytes } from './read-bytes.ts';
import { readJsonBody } from './read-json-body.ts';
import type { RequestRecord } from './request-record.ts';

export interface DefaultLimits {
  readonly maxBytes: number;
  readonly timeoutMs: number;
}

/** Wraps Express's request and response for a route. */
export function createExchange(
  request: Request,
  response: Response,
  record: RequestRecord,
  { maxBytes, timeoutMs }: DefaultLimits,
): Exchange {
  return {
    method: request.method,
    path: request.path,
    params: request.params as Readonly<Record<string, string>>,
    query: request.query as Exchange['query'],
    headers: headersWithOneCredential(request),
    requestId: record.requestId,
    traceparent: record.traceparent,
    ip: request.ip ?? '',
    get signal() {
      return abortedWhenGone(response);
    },
    setTenant: (tenantId) => {
      record.tenantId = tenantId;
    },
    accepts: (encoding) => request.acceptsEncodings(encoding) !== false,
    setHeader: (name, value) => {
      response.setHeader(name, value);
    },
    readJson: (options = {}) =>
      readJsonBody(request, {
        maxBytes: options.maxBytes ?? maxBytes,
        timeoutMs,
        optional: options.optional ?? false,
      }),
    readBytes: (options) => readBytes(request, { maxBytes: options.maxBytes, timeoutMs }),
  };
}

function abortedWhenGone(response: Response): AbortSignal {
  const controller = new AbortController();
  const abort = (): void => {
    if (!response.writableFinished) controller.abort();
  };
  if (response.closed) abort();
  else response.once('close', abort);
  return controller.signal;
}
