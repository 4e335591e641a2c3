import type { Health, HealthStatus } from '@strata/contracts/schemas/health';
import { downServices, type SystemFigures } from './figures.ts';

export type Subsystem = keyof Health['subsystems'];

/** What makes a subsystem other than healthy. */
export interface HealthRule {
  readonly subsystem: Subsystem;
  readonly status: Exclude<HealthStatus, 'healthy'>;
  readonly when: string;
  readonly because: string;
  readonly holds: (figures: SystemFigures) => boolean;
}

/** Unhealthy: events cannot be stored. Degraded: they are taken and none is lost, while something else is missing. */
export const HEALTH_RULES: readonly HealthRule[] = [
  {
    subsystem: 'database',
    status: 'unhealthy',
    when: 'PostgreSQL accepts no connection, or does not respond in 0.8 s',
    because: 'nothing can be stored or looked up',
    holds: ({ database }) => !database.answers,
  },
  {
    subsystem: 'workers',
    status: 'unhealthy',
    when: 'RabbitMQ is away, or does not respond in 0.8 s',
    because: 'events cannot be forwarded',
    holds: ({ bus }) => !bus.answers,
  },
  {
    subsystem: 'workers',
    status: 'degraded',
    when: 'a service does not respond in 0.8 s, or cannot work',
    because: "events wait in their queue; the service's function is missing",
    holds: (figures) => downServices(figures).length > 0,
  },
  {
    subsystem: 'cache',
    status: 'degraded',
    when: 'Redis does not respond to a write in 0.4 s',
    because: 'every gateway counts separately until it is back',
    holds: ({ cache }) => !cache.answers,
  },
];

const BADNESS: Readonly<Record<HealthStatus, number>> = { healthy: 0, degraded: 1, unhealthy: 2 };

export const worst = (statuses: readonly HealthStatus[]): HealthStatus =>
  statuses.reduce<HealthStatus>((sofar, status) => (BADNESS[status] > BADNESS[sofar] ? status : sofar), 'healthy');

/** The worst that the rules say of a subsystem. */
export const statusOf = (subsystem: Subsystem, figures: SystemFigures): HealthStatus =>
  worst(HEALTH_RULES.filter((rule) => rule.subsystem === subsystem && rule.holds(figures)).map(({ status }) => status));
