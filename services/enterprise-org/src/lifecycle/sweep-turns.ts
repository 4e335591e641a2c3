import type { TenantScope } from '@strata/kernel/tenant-scope';

/** The lease that one worker has to sweep a tenant. */
export interface SweepTurn {
  readonly tenantId: string;
}

/** Schedules the sweeps of tenants. A worker that dies loses its turn when the lease expires. */
export interface SweepTurns {
  /** Leases the turn that has been due longest to `worker`; undefined when no turn is due. */
  take(worker: string, leaseSeconds: number): Promise<SweepTurn | undefined>;
  /** Renews the lease. Returns false when the worker has lost the turn. */
  keep(turn: SweepTurn, worker: string, leaseSeconds: number): Promise<boolean>;
  /** Gives the turn back. */
  end(scope: TenantScope, worker: string, next: NextTurn): Promise<void>;
}

/** When a tenant is due again. */
export interface NextTurn {
  /** If false, the tenant is due again at once, behind the others. */
  readonly isDone: boolean;
  /** True after a complete sweep without any policy: the tenant rests until it has a policy again. */
  readonly mayRest: boolean;
  readonly afterSeconds: number;
}
