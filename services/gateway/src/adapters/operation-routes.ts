import type { Operation, ResponseTo } from '@strata/contracts/operation';
import type { captureTraces } from '@strata/contracts/operations/traces';
import type { Exchange, HttpResponse, HttpRoute } from '@strata/platform/http/http-route';
import type { IncomingRequest, RouteOperation } from '../routing/route-operation.ts';
import { readTracesBody } from './otlp/read-traces-body.ts';
import { renderOtlp, renderOtlpError } from './otlp/render-otlp.ts';

/** Adds the credential that a browser's cookie holds. */
export type WithCookie = (headers: Exchange['headers']) => Exchange['headers'];

/** An HTTP route for each operation of the table. */
export const operationRoutes = (
  operations: readonly Operation[],
  handle: RouteOperation,
  withCookie: WithCookie,
): HttpRoute[] =>
  operations.map((operation) => ({
    method: operation.method,
    path: routePath(operation.path),
    validationStatus: operation.invalidStatus,
    ...(operation.protocol === 'otlp' ? { renderError: renderOtlpError, untraced: true } : {}),
    handle: async (exchange) =>
      responseOf(operation, await handle(operation, incomingOf(operation, exchange, withCookie)), exchange),
  }));

/** The body of an OTLP export arrives in encodings of its own, and never from a page of the console. */
function incomingOf({ protocol }: Operation, exchange: Exchange, withCookie: WithCookie): IncomingRequest {
  if (protocol === 'otlp')
    return { ...partsOf(exchange), readJson: ({ maxBytes }) => readTracesBody(exchange, maxBytes) };
  const headers = withCookie(exchange.headers);
  return headers === exchange.headers ? exchange : { ...partsOf(exchange), headers };
}

/** An exchange parses its parts when they are read, so a copy of it has to read them. */
function partsOf(exchange: Exchange): IncomingRequest {
  const { params, query, headers, requestId, ip, traceparent, signal, setTenant, setHeader, readJson } = exchange;
  return { params, query, headers, requestId, ip, traceparent, signal, setTenant, setHeader, readJson };
}

function responseOf(
  { successStatus: status, mediaType, protocol }: Operation,
  result: unknown,
  { headers }: Exchange,
): HttpResponse {
  if (protocol === 'otlp') return renderOtlp(result as ResponseTo<typeof captureTraces>, headers);
  return mediaType === 'application/json'
    ? { status, data: result }
    : { status, contentType: mediaType, stream: result as AsyncIterable<string> };
}

/** The path of an operation as a route has it. */
export const routePath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');
