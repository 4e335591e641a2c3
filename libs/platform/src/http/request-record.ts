import type { Request, Response } from 'express';
import type { Meta } from './envelope.ts';
import type { HttpRoute } from './http-route.ts';
import { fieldsOfTraceparent, type TraceFields } from '../tracing/trace-context.ts';
import { requestIdFrom, traceparentFrom } from './request-id.ts';
import type { RequestTrace } from './trace-request.ts';

/** Facts about a request for its envelope, its log line and its metrics. */
export class RequestRecord {
  readonly requestId: string;
  /** The client's. */
  readonly traceparent: string | undefined;
  readonly #startedAt = performance.now();
  tenantId: string | undefined;
  route: HttpRoute | undefined;
  trace: RequestTrace | undefined;

  constructor(request: Request) {
    this.requestId = requestIdFrom(request.headers['x-request-id']);
    this.traceparent = traceparentFrom(request.headers['traceparent']);
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

const records = new WeakMap<Response, RequestRecord>();

/** Attaches the record to its response, so that the error handler finds it. */
export const keepRecord = (response: Response, record: RequestRecord): void => {
  records.set(response, record);
};

/** Throws outside an app made by `createHttpApp`. */
export function recordOf(response: Response): RequestRecord {
  const record = records.get(response);
  if (record === undefined) throw new Error('The request has no record');
  return record;
}
