import { OPERATIONS } from '@strata/contracts/operations/table';
import type { HttpRoute } from '@strata/platform/http/http-route';
import type { Logger } from '@strata/platform/log/logger';
import type { Metrics } from '@strata/platform/metrics/metrics';
import { routePath } from './adapters/operation-routes.ts';
import { countShed, slotMetrics } from './adapters/shedding-metrics.ts';
import { createIsBusy } from './shedding/busy-loop.ts';
import { LoadGate } from './shedding/load-gate.ts';
import type { Part } from './shedding/overloaded.ts';
import { classOfOperation, type RequestClass } from './shedding/request-classes.ts';

export interface LoadSheddingParts {
  readonly metrics: Metrics;
  readonly logger: Logger;
  /** Requests that wait for a connection of the gateway's pool. */
  readonly waitingForDatabase: () => number;
}

export interface LoadShedding {
  readonly gate: LoadGate;
  /** Called for each request, or call of one, that is shed. */
  readonly onShed: (requestClass: RequestClass, part: Part) => void;
  /** Whether something was shed in the last five seconds. */
  readonly isShedding: () => boolean;
}

const RECENT_MS = 5_000;

/** Opens the gate through which every request of the public interface passes. */
export function openLoadShedding({ metrics, logger, waitingForDatabase }: LoadSheddingParts): LoadShedding {
  const now = (): number => performance.now();
  const count = countShed(metrics, logger);
  let lastShed = Number.NEGATIVE_INFINITY;
  const onShed = (requestClass: RequestClass, part: Part): void => {
    lastShed = now();
    count(requestClass, part);
  };
  const isDatabaseBusy = (): boolean => waitingForDatabase() > 0;
  const gate = new LoadGate({ now, isBusy: createIsBusy(), isDatabaseBusy, onShed });
  slotMetrics(metrics, gate);
  return { gate, onShed, isShedding: () => now() - lastShed < RECENT_MS };
}

const PROBES: ReadonlySet<string> = new Set(['/v1/health', '/health', '/metrics']);
const OPERATION_CLASSES: ReadonlyMap<string, RequestClass> = new Map(
  OPERATIONS.map((operation) => [`${operation.method} ${routePath(operation.path)}`, classOfOperation(operation)]),
);

/** The class of a route of the gateway; undefined for probes. Signing in needs the keys and the metadata of tokens. */
export function classOfRoute({ method, path }: Pick<HttpRoute, 'method' | 'path'>): RequestClass | undefined {
  if (PROBES.has(path)) return undefined;
  if (path.startsWith('/.well-known/')) return 'sign-in';
  return OPERATION_CLASSES.get(`${method} ${path}`) ?? 'gateway';
}
