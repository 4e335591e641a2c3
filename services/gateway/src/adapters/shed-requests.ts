import type { Admit } from '@strata/platform/http/create-http-app';
import { discardBody } from '@strata/platform/http/discard-body';
import { failure } from '@strata/platform/http/envelope';
import type { HttpRoute } from '@strata/platform/http/http-route';
import { requestIdFrom } from '@strata/platform/http/request-id';
import { watchRequest } from '@strata/platform/http/request-watch';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { LoadGate } from '../shedding/load-gate.ts';
import { overloadMessage, RETRY_AFTER_SECONDS, type Part } from '../shedding/overloaded.ts';
import { Rejections } from '../shedding/rejections.ts';
import type { RequestClass } from '../shedding/request-classes.ts';
import { AdmittedRequest } from './admitted-request.ts';

export interface ShedRequestsParts {
  readonly gate: LoadGate;
  readonly routes: readonly HttpRoute[];
  /** The class of a route; undefined for probes, which are never shed. */
  readonly classOf: (route: HttpRoute) => RequestClass | undefined;
}

/** Admits each request, or sheds it. Requests without a route count among the gateway's own. */
export function shedRequests({ gate, routes, classOf }: ShedRequestsParts): Admit {
  const classes = new Map(routes.map((route) => [route, classOf(route)]));
  const rejections = new Rejections();
  return (request, response, route) => {
    const requestClass = route === undefined ? 'gateway' : classes.get(route);
    if (requestClass === undefined) return true;
    const admitted = gate.enter(requestClass);
    if (typeof admitted === 'string') {
      rejections.add(() => reject(request, response, admitted, route));
      return false;
    }
    watchRequest(request, new AdmittedRequest(gate, admitted, route?.path ?? '', response));
    return true;
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
