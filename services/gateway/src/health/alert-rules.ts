import type { FiringAlert } from '@strata/contracts/schemas/health';
import { backlogOf, deadLettersOf, downServices, type SystemFigures } from './figures.ts';

/** The bounds of alerts, set by the deployment. */
export interface AlertBounds {
  /** Events that are accepted and not stored yet. */
  readonly backlog: number;
  /** Seconds that an event may wait to be stored. */
  readonly captureAgeSeconds: number;
  /** Seconds that a learn job may wait to be started. */
  readonly learnAgeSeconds: number;
  /** Percent of one process's database connections that may be in use. */
  readonly connectionUtilization: number;
  /** Percent of the requests of the last five minutes that may end with a 5xx. */
  readonly errorRatePercent: number;
  /** With fewer requests than this, the error rate is ignored. */
  readonly errorRateRequests: number;
}

/** An alert is active while its value is above its bound, and fires once it has been active for `forSeconds`. */
export interface AlertRule {
  readonly name: string;
  readonly severity: FiringAlert['severity'];
  /** Null if the value is not known now: the alert keeps its state. */
  readonly valueOf: (figures: SystemFigures, bounds: AlertBounds) => number | null;
  readonly above: (bounds: AlertBounds) => number;
  readonly forSeconds: number;
  /** The problem, and what to do about it. */
  readonly message: string;
}

const atOnce = { above: () => 0, forSeconds: 0 } as const;

/** Every alert. */
export const ALERT_RULES: readonly AlertRule[] = [
  {
    name: 'database_down',
    severity: 'critical',
    ...atOnce,
    valueOf: ({ database }) => (database.responds ? 0 : 1),
    message:
      'PostgreSQL does not respond or stores nothing: check that it runs, takes connections, is not a standby and has disk space',
  },
  {
    name: 'bus_down',
    severity: 'critical',
    ...atOnce,
    valueOf: ({ bus }) => (bus.responds ? 0 : 1),
    message: 'RabbitMQ does not respond: check that it runs and that no memory or disk alarm blocks it',
  },
  {
    name: 'service_down',
    severity: 'warning',
    ...atOnce,
    valueOf: (figures) => (figures.bus.responds && figures.database.responds ? downServices(figures).length : null),
    message: 'A service does not respond or cannot work: see the services in the health record, and their logs',
  },
  {
    name: 'cache_down',
    severity: 'warning',
    ...atOnce,
    valueOf: ({ cache }) => (cache.responds ? 0 : 1),
    message: 'Redis does not respond: each gateway keeps limits and idempotency keys by itself',
  },
  {
    name: 'dead_letters',
    severity: 'critical',
    ...atOnce,
    valueOf: deadLettersOf,
    message:
      'Accepted commands could not be handled: `npm run dead-letters` lists them; find the cause in the log of their service, then replay them',
  },
  {
    name: 'learning_failed',
    severity: 'warning',
    ...atOnce,
    valueOf: ({ queues }) => queues.learn.failed,
    message:
      'Learn jobs failed in the last day: the causes are in the log of learn-compiler; the next run learns their events',
  },
  {
    name: 'backlog',
    severity: 'warning',
    forSeconds: 0,
    valueOf: (figures) => backlogOf(figures),
    above: ({ backlog }) => backlog,
    message: 'Events arrive faster than they are stored: add processes of ingest, or find what slows it down',
  },
  {
    name: 'capture_age',
    severity: 'warning',
    forSeconds: 0,
    valueOf: ({ oldestSeconds }) => oldestSeconds.capture,
    above: ({ captureAgeSeconds }) => captureAgeSeconds,
    message: 'Events wait long to be stored: check that ingest runs and how fast its database writes',
  },
  {
    name: 'learn_age',
    severity: 'warning',
    forSeconds: 0,
    valueOf: ({ oldestSeconds }) => oldestSeconds.learn,
    above: ({ learnAgeSeconds }) => learnAgeSeconds,
    message: 'Learn jobs wait long to be started: add processes of learn-compiler or raise LEARN_CONCURRENCY',
  },
  {
    name: 'database_saturation',
    severity: 'warning',
    forSeconds: 15,
    valueOf: ({ database }) => database.fullestPoolPercent,
    above: ({ connectionUtilization }) => connectionUtilization,
    message:
      'A process uses nearly all of its database connections: look for slow statements, or raise DATABASE_POOL_SIZE',
  },
  {
    name: 'overload',
    severity: 'warning',
    above: () => 0,
    forSeconds: 15,
    valueOf: ({ isShedding }) => Number(isShedding),
    message:
      'Requests are shed, because a part is overloaded: strata_shed_requests_total says which; add processes of it, or processors',
  },
  {
    name: 'error_rate',
    severity: 'critical',
    forSeconds: 0,
    valueOf: ({ requests }, { errorRateRequests }) =>
      requests.all < errorRateRequests ? 0 : (100 * requests.failed) / requests.all,
    above: ({ errorRatePercent }) => errorRatePercent,
    message: 'Many requests end with a 5xx: the log of the gateway has each with its request id',
  },
];
