import type { Health } from '@strata/contracts/schemas/health';
import type { Random } from '@strata/testkit/seeded-random';
import type { FaultSystem } from './fault-system.ts';

/** One kind of trouble. */
export interface Fault {
  readonly name: string;
  /** What happens, in one line. */
  readonly title: string;
  /** How many seconds it lasts, at least and at most; a run chooses at random. */
  readonly seconds: readonly [least: number, most: number];
  /** Why it cannot happen to this system; undefined if it can. */
  readonly reasonToSkip?: (system: FaultSystem) => string | undefined;
  /** Whether requests may get no answer at all meanwhile, because a gateway ends. */
  readonly mayGetNoAnswer?: boolean;
  /** Whether events without a key must be accepted meanwhile: nothing that they need is away. */
  readonly mustAccept?: boolean;
  /** Whether the health of the system shows it. If given, it must, before the fault ends. */
  readonly isNoticed?: (subsystems: Health['subsystems']) => boolean;
  /** Begins it. Returns how to end it; afterwards, the system must become healthy by itself. */
  readonly begin: (system: FaultSystem, random: Random) => Promise<() => Promise<void> | void>;
}

/** Nothing has to be done for the fault to end. */
export const endsByItself = (): void => undefined;

/** What the health shows without each server. */
export const NOTICED_WITHOUT = {
  postgres: ({ database }: Health['subsystems']) => database.status === 'unhealthy',
  rabbitmq: ({ workers }: Health['subsystems']) => workers.status === 'unhealthy',
  redis: ({ cache }: Health['subsystems']) => cache.status === 'degraded',
} as const;
