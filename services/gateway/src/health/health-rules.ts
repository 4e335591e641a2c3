import type { Health, HealthStatus } from '@strata/contracts/schemas/health';
import { downServices, type SystemFigures } from './figures.ts';

export type Subsystem = keyof Health['subsystems'];

/** A condition under which a subsystem is not healthy. Its texts are those of docs/operations.md. */
export interface HealthRule {
  readonly subsystem: Subsystem;
  readonly status: Exclude<HealthStatus, 'healthy'>;
  readonly when: string;
  readonly because: string;
  readonly holds: (figures: SystemFigures) => boolean;
}

/** Unhealthy: events cannot be stored. Degraded: events are accepted and none is lost, but something else does not work. */
export const HEALTH_RULES: readonly HealthRule[] = [
  {
    subsystem: 'database',
    status: 'unhealthy',
    when: 'PostgreSQL accepts no connection, stores no row (a standby, a full disk), or does not respond in 0.8 s',
    because: 'nothing can be stored',
    holds: ({ database }) => !database.responds,
  },
  {
    subsystem: 'workers',
    status: 'unhealthy',
    when: 'RabbitMQ is away, or does not respond in 0.8 s',
    because: 'events cannot be forwarded',
    holds: ({ bus }) => !bus.responds,
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
    because: 'each gateway counts rate limits on its own, and idempotency keys take longer to check, until it is back',
    holds: ({ cache }) => !cache.responds,
  },
];

const SEVERITY: Readonly<Record<HealthStatus, number>> = { healthy: 0, degraded: 1, unhealthy: 2 };

export const worstOf = (statuses: readonly HealthStatus[]): HealthStatus =>
  statuses.reduce<HealthStatus>((worst, status) => (SEVERITY[status] > SEVERITY[worst] ? status : worst), 'healthy');

/** The worst status of a subsystem by the rules. */
export const statusOf = (subsystem: Subsystem, figures: SystemFigures): HealthStatus =>
  worstOf(
    HEALTH_RULES.filter((rule) => rule.subsystem === subsystem && rule.holds(figures)).map(({ status }) => status),
  );
