import { discardBody } from '@strata/platform/http/discard-body';
import { failure } from '@strata/platform/http/envelope';
import type { HttpRoute } from '@strata/platform/http/http-route';
import { requestIdFrom } from '@strata/platform/http/request-id';
import { watchRequest } from '@strata/platform/http/request-watch';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { LoadGate } from '../shedding/load-gate.ts';
import { overloadMessage, RETRY_AFTER_SECONDS, type Part } from '../shedding/overloaded.ts';
import { Rejections } from '../shedding/rejections.ts';
import type { RequestClass } from '../shedding/request-classes.ts';
import { AdmittedRequest } from './admitted-request.ts';
import { createFindRoute } from './find-route.ts';

export interface ShedRequestsParts {
  readonly gate: LoadGate;
  readonly routes: readonly HttpRoute[];
  /** The class of a route; undefined for probes, which are never shed. */
  readonly classOf: (route: HttpRoute) => RequestClass | undefined;
}

/**
 * Serves each request by `app`, or sheds it: before anything of the application runs, because a shed request must cost much
 * less than a served one. Requests without a route count among the gateway's own.
 */
export function shedRequests(app: RequestListener, { gate, routes, classOf }: ShedRequestsParts): RequestListener {
  const findRoute = createFindRoute(routes);
  const classes = new Map(routes.map((route) => [route, classOf(route)]));
  const rejections = new Rejections();
  return (request, response) => {
    const route = findRoute(request.method ?? '', request.url ?? '');
    const requestClass = route === undefined ? 'gateway' : classes.get(route);
    if (requestClass === undefined) {
      app(request, response);
      return;
    }
    const admitted = gate.enter(requestClass);
    if (typeof admitted === 'string') {
      rejections.add(() => reject(request, response, admitted, route));
      return;
    }
    watchRequest(request, new AdmittedRequest(gate, admitted, route?.path ?? '', response));
    app(request, response);
  };
}

function reject(request: IncomingMessage, response: ServerResponse, part: Part, route: HttpRoute | undefined): void {
  const requestId = requestIdFrom(request.headers['x-request-id']);
  const error = { code: 'unavailable', message: overloadMessage(part) };
  const { contentType, text } = route?.renderError?.(error, request.headers) ?? {
    contentType: 'application/json; charset=utf-8',
    text: JSON.stringify(failure(error, { requestId, durationMs: 0 })),
  };
  response.writeHead(503, {
    'Content-Type': contentType,
    'Content-Length': Buffer.byteLength(text),
    'Retry-After': RETRY_AFTER_SECONDS,
    'X-Request-Id': requestId,
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
  });
  response.end(text);
  discardBody(request);
}
