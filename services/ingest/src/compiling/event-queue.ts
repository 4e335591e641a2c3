import type {
  claimEvents,
  ClaimedEvent,
  completeEvents,
  countUncompiled,
  readUncompiled,
} from '@strata/contracts/calls/ingest';
import type { RequestOfCall, ResponseOfCall } from '@strata/contracts/message';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Filter } from '@strata/policy/filter';

export type Claim = RequestOfCall<typeof claimEvents>;
/** All conditions that are given must hold. */
export type ClaimFilter = RequestOfCall<typeof countUncompiled>['scope'];
export type UncompiledQuery = RequestOfCall<typeof readUncompiled>;
export type UncompiledEvents = ResponseOfCall<typeof readUncompiled>;
export type Completion = RequestOfCall<typeof completeEvents>;

/**
 * The uncompiled events of a tenant scope, for one job at a time. Nothing is lost when a job dies: its lease expires, and
 * the next job gets the events that it had not completed.
 */
export interface EventQueue {
  /**
   * Takes or renews the job's lease on the tenant scope, and reads the next events in order of arrival.
   * Errors: `conflict` while another job holds the lease.
   */
  claim(scope: TenantScope, claim: Claim): Promise<ClaimedEvent[]>;
  /** The number of uncompiled events that `visible` permits. */
  count(scope: TenantScope, filter: ClaimFilter, visible: Filter): Promise<number>;
  /** The newest uncompiled events that `visible` permits, without a lease. */
  newest(scope: TenantScope, query: UncompiledQuery, visible: Filter): Promise<UncompiledEvents>;
  /** Marks events as compiled, and returns how many. Errors: `conflict` when the job no longer holds the lease. */
  complete(scope: TenantScope, completion: Completion): Promise<number>;
}
