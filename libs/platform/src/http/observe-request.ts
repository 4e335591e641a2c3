import type { ServerResponse } from 'node:http';
import type { Logger } from '../log/logger.ts';
import { discardBody } from './discard-body.ts';
import type { HttpObserver } from './http-metrics.ts';
import type { RequestRecord } from './request-record.ts';

/** nginx's status for a client that closed the connection before the response. */
const CLIENT_CLOSED = 499;
const KNOWN_METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Writes one log line and one measurement per request, after the response; never its query string or body. */
export function observeRequest(logger: Logger, measure: HttpObserver) {
  return (response: ServerResponse, record: RequestRecord): void => {
    response.once('close', () => {
      const { req: request } = response;
      if (response.writableFinished) discardBody(request);
      const { requestId, tenantId, route, elapsedMs, traceFields } = record;
      const status = response.writableFinished ? response.statusCode : CLIENT_CLOSED;
      const method = KNOWN_METHODS.has(request.method ?? '') ? String(request.method) : 'other';
      measure({ method, route: route?.path ?? 'unmatched', status: String(status) }, elapsedMs / 1_000);
      record.trace?.end(status, record);
      if (route?.quiet === true && status < 400) return;
      logger.info('request', {
        method,
        route: route?.path,
        status,
        ms: elapsedMs,
        requestId,
        tenantId,
        ...traceFields,
      });
    });
  };
}
