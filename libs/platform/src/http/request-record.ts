import type { IncomingMessage } from 'node:http';
import type { Meta } from './envelope.ts';
import type { HttpRoute } from './http-route.ts';
import { fieldsOfTraceparent, type TraceFields } from '../tracing/trace-context.ts';
import { requestIdFrom, traceparentFrom } from './request-id.ts';
import { ResponseHeaders } from './response-headers.ts';
import type { RequestTrace } from './trace-request.ts';

/** Facts about a request for its response, its log line and its metrics. */
export class RequestRecord {
  readonly requestId: string;
  /** The client's. */
  readonly traceparent: string | undefined;
  readonly route: HttpRoute | undefined;
  /** What the response has whatever becomes of the request. */
  readonly headers: ResponseHeaders;
  readonly #startedAt = performance.now();
  tenantId: string | undefined;
  trace: RequestTrace | undefined;

  constructor({ headers }: IncomingMessage, route: HttpRoute | undefined) {
    this.requestId = requestIdFrom(headers['x-request-id']);
    this.traceparent = traceparentFrom(headers['traceparent']);
    this.route = route;
    this.headers = ResponseHeaders.start(this.requestId);
  }

  /** Milliseconds since the head of the request arrived. */
  get elapsedMs(): number {
    return Math.round((performance.now() - this.#startedAt) * 100) / 100;
  }

  /** What log lines say of its trace. */
  get traceFields(): TraceFields {
    return this.trace?.fields ?? fieldsOfTraceparent(this.traceparent);
  }

  get meta(): Meta {
    const { requestId, tenantId, elapsedMs } = this;
    return { requestId, ...(tenantId === undefined ? {} : { tenantId }), durationMs: elapsedMs };
  }
}
