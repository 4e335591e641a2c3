import type { TenantScope } from '@strata/kernel/tenant-scope';

/** A tenant that one worker has the turn to sweep. */
export interface SweepTurn {
  readonly tenantId: string;
}

/** Whose turn it is to be swept. A worker that dies loses its turn when the lease runs out. */
export interface SweepTurns {
  /** The turn that is due longest, for `worker`, or undefined when none is. */
  take(worker: string, leaseSeconds: number): Promise<SweepTurn | undefined>;
  /** @returns false when the turn is no longer this worker's. */
  keep(turn: SweepTurn, worker: string, leaseSeconds: number): Promise<boolean>;
  /** Gives the turn back. */
  end(scope: TenantScope, worker: string, next: NextTurn): Promise<void>;
}

/** When a tenant has its next turn. */
export interface NextTurn {
  /** Else it is due again at once, behind the others. */
  readonly isDone: boolean;
  /** It was swept without any policy: what they had archived is back, and it rests until it has one again. */
  readonly mayRest: boolean;
  readonly afterSeconds: number;
}
