import type { Request, Response } from 'express';
import type { Logger } from '../log/logger.ts';
import type { HttpObserver } from './http-metrics.ts';
import type { RequestRecord } from './request-record.ts';

/** The client closed the connection before its answer, as nginx numbers it. */
const CLIENT_GONE = 499;
/** Milliseconds in which the rest of a body that nobody wanted may still arrive. */
const DISCARD_MS = 5_000;
const KNOWN_METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** One log line and one measurement for each request, when its answer is out; never its query string or body. */
export function observeRequest(logger: Logger, measure: HttpObserver) {
  return (request: Request, response: Response, record: RequestRecord): void => {
    response.once('finish', () => {
      if (!request.complete) discardRest(request);
    });
    response.once('close', () => {
      const { requestId, tenantId, route, elapsedMs } = record;
      const status = response.writableFinished ? response.statusCode : CLIENT_GONE;
      const method = KNOWN_METHODS.has(request.method) ? request.method : 'other';
      measure({ method, route: route?.path ?? 'unmatched', status: String(status) }, elapsedMs / 1_000);
      if (route?.quiet === true && status < 400) return;
      logger.info('request', { method, route: route?.path, status, ms: elapsedMs, requestId, tenantId });
    });
  };
}

/**
 * An answer given before the body was read (401, 413): what is still under way is let in and dropped, so that the
 * client gets to read the answer, but not for ever.
 */
function discardRest(request: Request): void {
  request.resume();
  const timer = setTimeout(() => request.socket.destroy(), DISCARD_MS).unref();
  request.once('close', () => clearTimeout(timer));
}
