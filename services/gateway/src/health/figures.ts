import type { Health } from '@strata/contracts/schemas/health';

type Subsystems = Health['subsystems'];
export type ConnectionFigures = Subsystems['database']['connections'];
export type CacheFigures = Omit<Subsystems['cache'], 'status'>;
export type QueueFigures = Subsystems['workers']['queues']['capture'];
/** The connections of one pool. */
export type PoolCounts = Omit<ConnectionFigures, 'utilizationPercent'>;
/** The messages of a queue that no process has taken. */
export type Backlog = Pick<QueueFigures, 'waiting' | 'failed'>;
/** The learn jobs of all tenants, and the age of the oldest waiting one in seconds. */
export type JobFigures = QueueFigures & { readonly oldestSeconds: number };

/** The state of the system at one moment. A figure that could not be read has its last known value. */
export interface SystemFigures {
  readonly database: {
    readonly responds: boolean;
    readonly connections: ConnectionFigures;
    /** Percent in use of the fullest pool of any process. */
    readonly fullestPoolPercent: number;
  };
  readonly bus: { readonly responds: boolean };
  readonly cache: { readonly responds: boolean; readonly figures: CacheFigures };
  /** Whether each service responds and can work. */
  readonly services: ReadonlyMap<string, boolean>;
  /** Of capture in events, of learn in jobs. */
  readonly queues: { readonly capture: QueueFigures; readonly learn: QueueFigures };
  /** The messages that bring the events of capture. */
  readonly captureMessages: Omit<QueueFigures, 'failed'>;
  readonly oldestSeconds: { readonly capture: number; readonly learn: number };
  /** By command, such as `ingest.storeEvents`. */
  readonly deadLetters: Readonly<Record<string, number>>;
  /** Whether this gateway has shed requests in the last seconds. */
  readonly isShedding: boolean;
  /** Requests to this gateway in the last five minutes, without those that were shed: all, and those that ended with a 5xx. */
  readonly requests: { readonly all: number; readonly failed: number };
}

/** Events that are accepted and not stored yet, those in progress included. */
export const backlogOf = ({ queues: { capture } }: Pick<SystemFigures, 'queues'>): number =>
  capture.waiting + capture.active;

export const deadLettersOf = ({ deadLetters }: Pick<SystemFigures, 'deadLetters'>): number =>
  Object.values(deadLetters).reduce((sum, count) => sum + count, 0);

/** Names of the services that do not respond or cannot work. */
export const downServices = ({ services }: Pick<SystemFigures, 'services'>): string[] =>
  [...services].filter(([, isUp]) => !isUp).map(([name]) => name);
