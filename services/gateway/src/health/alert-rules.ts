import type { FiringAlert } from '@strata/contracts/schemas/health';
import { backlogOf, downServices, type SystemFigures } from './figures.ts';

/** The bounds that deployments set. */
export interface AlertBounds {
  /** Messages and jobs waiting, of all queues together. */
  readonly backlog: number;
  /** Seconds that an event may wait to be stored. */
  readonly captureAgeSeconds: number;
  /** Seconds that a learn job may wait to be begun with. */
  readonly learnAgeSeconds: number;
  /** Percent in use of one process's pool of database connections. */
  readonly connectionUtilization: number;
  /** Percent of the last five minutes' requests answered with a 5xx. */
  readonly errorRatePercent: number;
  /** Fewer requests than this say nothing about the error rate. */
  readonly errorRateRequests: number;
}

/** A rule holds while what it reads is above its bound, and fires once it has held for `forSeconds`. */
export interface AlertRule {
  readonly name: string;
  readonly severity: FiringAlert['severity'];
  /** null: it cannot be told now, and the rule stays as it is. */
  readonly reads: (figures: SystemFigures, bounds: AlertBounds) => number | null;
  readonly above: (bounds: AlertBounds) => number;
  readonly forSeconds: number;
  /** What is the matter, and what to do about it. */
  readonly message: string;
}

const none = (): number => 0;
const atOnce = { above: none, forSeconds: 0 } as const;

/** Every alert there is. */
export const ALERT_RULES: readonly AlertRule[] = [
  {
    name: 'database_down',
    severity: 'critical',
    ...atOnce,
    reads: ({ database }) => (database.answers ? 0 : 1),
    message: 'PostgreSQL does not answer: see that it runs, takes connections and has disk space',
  },
  {
    name: 'bus_down',
    severity: 'critical',
    ...atOnce,
    reads: ({ bus }) => (bus.answers ? 0 : 1),
    message: 'RabbitMQ does not answer: see that it runs and that no memory or disk alarm blocks it',
  },
  {
    name: 'service_down',
    severity: 'warning',
    ...atOnce,
    reads: (figures) => (figures.bus.answers && figures.database.answers ? downServices(figures).length : null),
    message: 'A service does not respond or cannot work: see the services in the health record, and their logs',
  },
  {
    name: 'cache_down',
    severity: 'warning',
    ...atOnce,
    reads: ({ cache }) => (cache.answers ? 0 : 1),
    message: 'Redis does not answer: limits and idempotency keys are kept by each gateway for itself',
  },
  {
    name: 'dead_letters',
    severity: 'critical',
    ...atOnce,
    reads: ({ queues }) => queues.capture.failed,
    message:
      'Accepted events could not be stored and lie in the dead letter queue: find the cause in the log of ingest, then move them back',
  },
  {
    name: 'learning_failed',
    severity: 'warning',
    ...atOnce,
    reads: ({ queues }) => queues.learn.failed,
    message:
      'Learn jobs failed in the last day: the log of learn-compiler has the causes; their events stay to be learned',
  },
  {
    name: 'backlog',
    severity: 'warning',
    forSeconds: 0,
    reads: (figures) => backlogOf(figures),
    above: ({ backlog }) => backlog,
    message: 'More waits than is worked off: add processes of ingest or learn-compiler, or look for what slows them',
  },
  {
    name: 'capture_age',
    severity: 'warning',
    forSeconds: 0,
    reads: ({ oldestSeconds }) => oldestSeconds.capture,
    above: ({ captureAgeSeconds }) => captureAgeSeconds,
    message: 'Events wait long to be stored: see whether ingest runs and how fast its database writes',
  },
  {
    name: 'learn_age',
    severity: 'warning',
    forSeconds: 0,
    reads: ({ oldestSeconds }) => oldestSeconds.learn,
    above: ({ learnAgeSeconds }) => learnAgeSeconds,
    message: 'Learn jobs wait long to be begun with: add processes of learn-compiler or raise LEARN_CONCURRENCY',
  },
  {
    name: 'database_saturation',
    severity: 'warning',
    forSeconds: 15,
    reads: ({ database }) => database.fullestPoolPercent,
    above: ({ connectionUtilization }) => connectionUtilization,
    message:
      'A process uses nearly all of its database connections: look for slow statements, or raise DATABASE_POOL_SIZE',
  },
  {
    name: 'error_rate',
    severity: 'critical',
    forSeconds: 0,
    reads: ({ requests }, { errorRateRequests }) =>
      requests.all < errorRateRequests ? 0 : (100 * requests.failed) / requests.all,
    above: ({ errorRatePercent }) => errorRatePercent,
    message: 'Many requests are answered with a 5xx: the log of the gateway has each with its request id',
  },
];
