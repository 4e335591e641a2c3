import { context, SpanKind, SpanStatusCode, trace, type Span } from '@opentelemetry/api';
import type { IncomingMessage } from 'node:http';
import { contextBelow, fieldsOf, readTraceparent, type TraceFields } from '../tracing/trace-context.ts';
import { startSpan } from '../tracing/spans.ts';
import type { HttpRoute } from './http-route.ts';

/** The span of one request, by OpenTelemetry's conventions for HTTP servers, from its arrival to the end of its response. */
export class RequestTrace {
  readonly #span: Span;

  /** `traceparent` is the client's. */
  static start(
    { method, httpVersion }: Pick<IncomingMessage, 'method' | 'httpVersion'>,
    route: Pick<HttpRoute, 'path'>,
    { traceparent, isSecure }: { readonly traceparent: string | undefined; readonly isSecure: boolean },
  ): RequestTrace {
    const attributes = {
      'http.request.method': method,
      'http.route': route.path,
      'url.scheme': isSecure ? 'https' : 'http',
      'network.protocol.version': httpVersion,
      // The path of another route has what a client wrote: ids at best. Query, addresses and headers are left out likewise.
      ...(route.path.includes(':') ? {} : { 'url.path': route.path }),
    };
    const parent = contextBelow(readTraceparent(traceparent));
    return new RequestTrace(startSpan(`${method ?? ''} ${route.path}`, { kind: SpanKind.SERVER, attributes }, parent));
  }

  private constructor(span: Span) {
    this.#span = span;
  }

  run<T>(work: () => T): T {
    return context.with(trace.setSpan(contextBelow(undefined), this.#span), work);
  }

  get fields(): TraceFields {
    return fieldsOf(this.#span.spanContext());
  }

  end(
    status: number,
    { requestId, tenantId }: { readonly requestId: string; readonly tenantId: string | undefined },
  ): void {
    this.#span.setAttributes({
      'http.response.status_code': status,
      'strata.request.id': requestId,
      ...(tenantId === undefined ? {} : { 'strata.tenant.id': tenantId }),
    });
    if (status >= 500) {
      this.#span.setAttribute('error.type', String(status));
      this.#span.setStatus({ code: SpanStatusCode.ERROR });
    }
    this.#span.end();
  }
}
