import type { Health } from '@strata/contracts/schemas/health';

type Subsystems = Health['subsystems'];
export type ConnectionFigures = Subsystems['database']['connections'];
export type CacheFigures = Omit<Subsystems['cache'], 'status'>;
export type QueueFigures = Subsystems['workers']['queues']['capture'];
/** Connections as one pool counts them. */
export type PoolCounts = Omit<ConnectionFigures, 'utilizationPercent'>;
/** What a queue holds that no process has taken. */
export type Backlog = Pick<QueueFigures, 'waiting' | 'failed'>;
/** Learn jobs of all tenants, and seconds that the oldest waiting one has waited. */
export type JobFigures = QueueFigures & { readonly oldestSeconds: number };

/** Everything that is known of the system at one moment. What could not be read is as it was when last read. */
export interface SystemFigures {
  readonly database: {
    readonly answers: boolean;
    readonly connections: ConnectionFigures;
    /** Percent in use of the fullest pool of all processes. */
    readonly fullestPoolPercent: number;
  };
  readonly bus: { readonly answers: boolean };
  readonly cache: { readonly answers: boolean; readonly figures: CacheFigures };
  /** Whether each service answers and can do its work. */
  readonly services: ReadonlyMap<string, boolean>;
  readonly queues: { readonly capture: QueueFigures; readonly learn: QueueFigures };
  readonly oldestSeconds: { readonly capture: number; readonly learn: number };
  /** Requests to this gateway of the last minutes: all, and those answered with a 5xx. */
  readonly requests: { readonly all: number; readonly failed: number };
}

export const backlogOf = ({ queues }: Pick<SystemFigures, 'queues'>): number =>
  queues.capture.waiting + queues.learn.waiting;

/** Names of the services that do not answer, or cannot do their work. */
export const downServices = ({ services }: Pick<SystemFigures, 'services'>): string[] =>
  [...services].filter(([, isUp]) => !isUp).map(([name]) => name);
