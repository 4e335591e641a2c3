import { AppError, validationError } from '@strata/kernel/errors';
import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type RequestHandler,
  type Response,
} from 'express';
import helmet from 'helmet';
import { isNativeError } from 'node:util/types';
import type { Logger } from '../log/logger.ts';
import { httpMetrics, type HttpObserver } from './http-metrics.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { errorBody, errorStatus } from './envelope.ts';
import { createExchange } from './exchange.ts';
import type { Exchange, HttpRoute } from './http-route.ts';
import { observeRequest } from './observe-request.ts';
import { keepRecord, recordOf, RequestRecord } from './request-record.ts';
import { watchOf } from './request-watch.ts';
import { sendResponse, sendStream } from './send-response.ts';
import { RequestTrace } from './trace-request.ts';

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
  /** Proxies whose `X-Forwarded-For` is trusted, as in Express's "trust proxy" (default none). */
  readonly trustProxy?: boolean | number | string;
  /** The path of the page that describes the routes, for the message of a 404. */
  readonly docsPath?: string;
  /**
   * Called before a request without a route is rejected: an unknown path, another method, a path that cannot be decoded.
   * May set headers, or throw another error.
   */
  readonly onUnrouted?: (exchange: Exchange) => Promise<void>;
}

const DEFAULT_BODY_BYTES = 1024 * 1024;
const DEFAULT_BODY_TIMEOUT_MS = 30_000;
const DEFAULT_VALIDATION_STATUS = 400;

/** An Express application with request ids, security headers, the envelope, errors, and one log line per request. */
export function createHttpApp(options: HttpAppOptions): Express {
  const { logger, metrics, routes, trustProxy = false, onUnrouted = () => Promise.resolve() } = options;
  const limits = {
    maxBytes: options.maxBodyBytes ?? DEFAULT_BODY_BYTES,
    timeoutMs: options.bodyTimeoutMs ?? DEFAULT_BODY_TIMEOUT_MS,
  };
  const measure = httpMetrics(metrics);
  const observe = observeRequest(logger, (labels, seconds) => {
    measure(labels, seconds);
    options.onResponse?.(labels, seconds);
  });
  const beforeRejection: BeforeRejection = (request, response) =>
    onUnrouted(createExchange(request, response, recordOf(response), limits));
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', trustProxy);
  app.use((request, response, next) => {
    const record = new RequestRecord(request);
    keepRecord(response, record);
    response.setHeader('X-Request-Id', record.requestId);
    observe(request, response, record);
    next();
  });
  app.use(helmet());
  for (const route of routes) {
    app[lowerCase(route.method)](route.path, async (request, response) => {
      const record = recordOf(response);
      record.route = route;
      const handle = async (): Promise<void> => {
        const work = (async () => route.handle(createExchange(request, response, record, limits)))();
        watchOf(request)?.handledBy(work);
        const result = await work;
        if ('stream' in result) await sendStream(response, result);
        else if (!response.destroyed) sendResponse(response, result, record.meta);
      };
      if (route.quiet === true || route.untraced === true) {
        await handle();
        return;
      }
      record.trace = RequestTrace.start(request, route, record.traceparent);
      await record.trace.run(handle);
    });
  }
  rejectOtherMethods(app, routes, beforeRejection);
  app.use(async (request, response) => {
    await beforeRejection(request, response);
    const hint = options.docsPath === undefined ? '' : `; ${options.docsPath} describes every path`;
    throw new AppError('not_found', `The path does not exist${hint}`);
  });
  app.use(rejectBrokenPaths(beforeRejection));
  app.use(sendError(logger));
  return app;
}

type BeforeRejection = (request: Request, response: Response) => Promise<void>;

const METHODS = { GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'delete' } as const;
const lowerCase = (method: HttpRoute['method']) => METHODS[method];

/** Comes after every route: another method of a known path is a 405 with the methods of all routes that match the path. */
function rejectOtherMethods(app: Express, routes: readonly HttpRoute[], beforeRejection: BeforeRejection): void {
  const allowed = new Map<string, Set<string>>();
  for (const { path, method } of routes) {
    const methods = allowed.get(path) ?? new Set();
    allowed.set(path, methods.add(method));
    if (method === 'GET') methods.add('HEAD');
  }
  const gather =
    (methods: ReadonlySet<string>): RequestHandler =>
    (_request, response, next) => {
      const sofar = response.getHeader('Allow');
      response.setHeader('Allow', [...(sofar === undefined ? [] : [String(sofar)]), ...methods].join(', '));
      next();
    };
  for (const [path, methods] of allowed) app.all(path, gather(methods));
  app.use(async (request, response, next) => {
    if (response.getHeader('Allow') === undefined) {
      next();
      return;
    }
    await beforeRejection(request, response);
    const message = `${request.method} is not allowed here; allowed: ${String(response.getHeader('Allow'))}`;
    const error = { code: 'method_not_allowed', message };
    sendResponse(response, { status: 405, data: undefined, error }, recordOf(response).meta);
  });
}

function sendError(logger: Logger): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    const record = recordOf(response);
    const status = errorStatus(error, record.route?.validationStatus ?? DEFAULT_VALIDATION_STATUS);
    if (status >= 500) {
      const { requestId, tenantId, route, traceFields } = record;
      const fields = { requestId, tenantId, route: route?.path, ...traceFields, error };
      if (error instanceof AppError) logger.warn('A request could not be served', fields);
      else logger.error('A request failed', fields);
    }
    if (response.headersSent) {
      next(error);
      return;
    }
    if (error instanceof AppError && error.retryAfterSeconds !== undefined) {
      response.setHeader('Retry-After', String(Math.max(1, Math.ceil(error.retryAfterSeconds))));
    }
    const body = errorBody(error);
    const rendered = record.route?.renderError?.(body, request.headers);
    sendResponse(response, { status, ...(rendered ?? { data: undefined, error: body }) }, record.meta);
  };
}

/** Express throws its own error for a path with broken percent-encoding, before any route. */
function rejectBrokenPaths(beforeRejection: BeforeRejection): ErrorRequestHandler {
  return async (thrown: unknown, request, response, next) => {
    if (recordOf(response).route !== undefined || !isNativeError(thrown) || thrown.name !== 'URIError') {
      next(thrown);
      return;
    }
    await beforeRejection(request, response);
    throw validationError('path is not valid percent-encoding', [
      { field: 'path', message: 'is not valid percent-encoding' },
    ]);
  };
}
