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
  /**
   * Gives the turn back. `next`: at once behind the others when there is more to do, later, or, when the tenant has no
   * lifecycle policy any more, not until it has one again.
   */
  end(
    scope: TenantScope,
    worker: string,
    next: { readonly isDone: boolean; readonly afterSeconds: number },
  ): Promise<void>;
}
