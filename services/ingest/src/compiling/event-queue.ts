import type { ClaimedEvent, claimScopeSchema } from '@strata/contracts/calls/ingest';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { z } from 'zod';

export type ClaimScope = z.output<typeof claimScopeSchema>;

/**
 * The events of a partition that wait to be compiled, given out to one job at a time. Nothing is lost with a job that
 * dies: its lease runs out, and what it had not completed is given to the next.
 */
export interface EventQueue {
  /**
   * Takes or renews the partition's lease for the job and reads the next events, in order of arrival, from after
   * `afterSeq` on when it is given.
   * @throws AppError `conflict` while another job holds the lease.
   */
  claim(
    scope: TenantScope,
    claim: {
      readonly jobId: string;
      readonly of: ClaimScope;
      readonly afterSeq?: number | undefined;
      readonly limit: number;
      readonly leaseSeconds: number;
    },
  ): Promise<ClaimedEvent[]>;
  count(scope: TenantScope, of: ClaimScope): Promise<number>;
  /**
   * Marks events as compiled; with `release` gives the lease back.
   * @throws AppError `conflict` when the job no longer holds the lease.
   */
  complete(scope: TenantScope, jobId: string, eventIds: readonly string[], release: boolean): Promise<number>;
}
