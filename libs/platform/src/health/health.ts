export type HealthStatus = 'healthy' | 'degraded' | 'unhealthy';

/** One subsystem's state, with whatever figures it has to show. */
export interface SubsystemHealth {
  readonly status: HealthStatus;
  readonly [figure: string]: unknown;
}

/** How a subsystem is asked. A check that throws, or is late, counts as unhealthy. */
export type HealthCheck = () => SubsystemHealth | Promise<SubsystemHealth>;

export interface HealthReport {
  /** The worst of the subsystems. */
  readonly status: HealthStatus;
  readonly version: string;
  /** Seconds since the process started. */
  readonly uptime: number;
  /** ISO 8601. */
  readonly timestamp: string;
  readonly subsystems: Readonly<Record<string, SubsystemHealth>>;
}

/** Asks every subsystem, all at once, each within its bound. Never rejects. */
export type Health = () => Promise<HealthReport>;
