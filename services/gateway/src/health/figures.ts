import type { Health } from '@strata/contracts/schemas/health';

type Subsystems = Health['subsystems'];
export type ConnectionFigures = Subsystems['database']['connections'];
export type CacheFigures = Omit<Subsystems['cache'], 'status'>;
export type QueueFigures = Subsystems['workers']['queues']['capture'];
