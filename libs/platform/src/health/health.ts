export type HealthStatus = 'healthy' | 'degraded' | 'unhealthy';

/** The state of one subsystem, with its figures. */
export interface SubsystemHealth {
  readonly status: HealthStatus;
  readonly [figure: string]: unknown;
}

/** Checks a subsystem. A check that throws or takes too long counts as unhealthy. */
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

/** Runs every check at once, each with its timeout. Never rejects. */
export type Health = () => Promise<HealthReport>;
