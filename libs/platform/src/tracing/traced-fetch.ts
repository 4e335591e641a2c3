import { context, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { inSpan } from './spans.ts';
import { outgoingTraceparent } from './trace-context.ts';

/**
 * `fetch`, as a span below the one that runs, by OpenTelemetry's conventions for HTTP clients. Of the address the span has the
 * host only: a path or a query may hold a credential. The request carries the trace.
 */
export const tracedFetch: typeof fetch = (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input);
  const method = (init?.method ?? (input instanceof Request ? input.method : 'GET')).toUpperCase();
  const attributes = {
    'http.request.method': method,
    'server.address': url.hostname,
    'server.port': Number(url.port) || DEFAULT_PORT[url.protocol],
    'url.scheme': url.protocol.slice(0, -1),
  };
  return inSpan(method, { kind: SpanKind.CLIENT, attributes }, undefined, async () => {
    const traceparent = outgoingTraceparent();
    if (traceparent === undefined) return fetch(input, init);
    const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined));
    headers.set('traceparent', traceparent);
    const response = await fetch(input, { ...init, headers });
    const span = trace.getSpan(context.active());
    span?.setAttribute('http.response.status_code', response.status);
    if (response.status >= 400) {
      span?.setAttribute('error.type', String(response.status));
      span?.setStatus({ code: SpanStatusCode.ERROR });
    }
    return response;
  });
};

const DEFAULT_PORT: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };
