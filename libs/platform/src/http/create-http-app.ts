import { AppError } from '@strata/kernel/errors';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from '../log/logger.ts';
import { httpMetrics, type HttpObserver } from './http-metrics.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { errorBody, errorStatus } from './envelope.ts';
import { HttpExchange, type ExchangeSettings } from './exchange.ts';
import type { Exchange, HttpRoute } from './http-route.ts';
import { observeRequest } from './observe-request.ts';
import { RequestRecord } from './request-record.ts';
import { targetOf } from './request-target.ts';
import { watchOf } from './request-watch.ts';
import { RouteTable, type FoundRoute } from './route-table.ts';
import { sendResponse, sendStream } from './send-response.ts';
import { RequestTrace } from './trace-request.ts';
import { TrustedProxies, type TrustProxy } from './trusted-proxies.ts';

export interface HttpAppOptions {
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly routes: readonly HttpRoute[];
  /** Maximum bytes of a request body, unless a route sets its own (default 1 MiB). */
  readonly maxBodyBytes?: number;
  /** Milliseconds a body may take to arrive (default 30,000). */
  readonly bodyTimeoutMs?: number;
  /** Called for each request after its response, in addition to the metrics. */
  readonly onResponse?: HttpObserver;
  /** Proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` are trusted (default none). */
  readonly trustProxy?: TrustProxy;
  /** The path of the page that describes the routes, for the message of a 404. */
  readonly docsPath?: string;
  /**
   * Called before a request without a route is rejected: an unknown path, another method, a path that cannot be decoded.
   * May set headers, or throw another error.
   */
  readonly onUnrouted?: (exchange: Exchange) => Promise<void>;
}

/** Serves a request, if `admit` lets it. */
export type HttpApp = (request: IncomingMessage, response: ServerResponse, admit?: Admit) => void;

/** Called with a request and its route before anything else is done for it. If false, it has taken over the response. */
export type Admit = (request: IncomingMessage, response: ServerResponse, route: HttpRoute | undefined) => boolean;

const DEFAULT_BODY_BYTES = 1024 * 1024;
const DEFAULT_BODY_TIMEOUT_MS = 30_000;
const DEFAULT_VALIDATION_STATUS = 400;

/**
 * Serves routes, with request ids, security headers, the envelope, errors, and one log line per request.
 * Throws if two routes have the same method and path.
 */
export function createHttpApp(options: HttpAppOptions): HttpApp {
  const { logger, metrics, docsPath, onUnrouted } = options;
  const settings: ExchangeSettings = {
    maxBytes: options.maxBodyBytes ?? DEFAULT_BODY_BYTES,
    timeoutMs: options.bodyTimeoutMs ?? DEFAULT_BODY_TIMEOUT_MS,
    proxies: new TrustedProxies(options.trustProxy ?? false),
  };
  const table = new RouteTable(options.routes);
  const measure = httpMetrics(metrics);
  const observe = observeRequest(logger, (labels, seconds) => {
    measure(labels, seconds);
    options.onResponse?.(labels, seconds);
  });

  const reject = async (response: ServerResponse, record: RequestRecord): Promise<void> => {
    const exchange = new HttpExchange(response, record, {}, settings);
    await onUnrouted?.(exchange);
    const methods = table.methodsOf(exchange.path).join(', ');
    if (methods === '') {
      const hint = docsPath === undefined ? '' : `; ${docsPath} describes every path`;
      throw new AppError('not_found', `The path does not exist${hint}`);
    }
    const message = `${exchange.method} is not allowed here; allowed: ${methods}`;
    const error = { code: 'method_not_allowed', message };
    sendResponse(response, { status: 405, data: undefined, error, headers: { Allow: methods } }, record);
  };

  const serve = async (response: ServerResponse, record: RequestRecord, found: FoundRoute): Promise<void> => {
    const { route, params } = found;
    const exchange = new HttpExchange(response, record, params, settings);
    const handle = (): Promise<void> => respond(route, exchange, response, record);
    if (route.quiet === true || route.untraced === true) {
      await handle();
      return;
    }
    const { traceparent } = record;
    const isSecure = settings.proxies.isSecure(response.req);
    record.trace = RequestTrace.start(response.req, route, { traceparent, isSecure });
    await record.trace.run(handle);
  };

  return (request, response, admit) => {
    const found = table.find(request.method ?? '', targetOf(request).path);
    if (admit?.(request, response, found?.route) === false) return;
    const record = new RequestRecord(request, found?.route);
    observe(response, record);
    const served = found === undefined ? reject(response, record) : serve(response, record, found);
    served
      .catch((error: unknown) => sendError(error, response, record, logger))
      // An error that cannot be sent.
      .catch(() => request.socket.destroy());
  };
}

async function respond(
  route: HttpRoute,
  exchange: Exchange,
  response: ServerResponse,
  record: RequestRecord,
): Promise<void> {
  const work = (async () => route.handle(exchange))();
  watchOf(response.req)?.handledBy(work);
  const result = await work;
  if ('stream' in result) await sendStream(response, result, record);
  else if (!response.destroyed) sendResponse(response, result, record);
}

function sendError(error: unknown, response: ServerResponse, record: RequestRecord, logger: Logger): void {
  const { requestId, tenantId, route } = record;
  const status = errorStatus(error, route?.validationStatus ?? DEFAULT_VALIDATION_STATUS);
  if (status >= 500) {
    const fields = { requestId, tenantId, route: route?.path, ...record.traceFields, error };
    if (error instanceof AppError) logger.warn('A request could not be served', fields);
    else logger.error('A request failed', fields);
  }
  if (response.headersSent) {
    response.req.socket.destroy();
    return;
  }
  const headers = retryAfter(error);
  const body = errorBody(error);
  const rendered = route?.renderError?.(body, response.req.headers);
  sendResponse(response, { status, headers, ...(rendered ?? { data: undefined, error: body }) }, record);
}

const retryAfter = (error: unknown): Record<string, string> =>
  error instanceof AppError && error.retryAfterSeconds !== undefined
    ? { 'Retry-After': String(Math.max(1, Math.ceil(error.retryAfterSeconds))) }
    : {};
