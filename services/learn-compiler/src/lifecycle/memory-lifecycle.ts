import type { Filter } from '@strata/policy/filter';
import type { LifecyclePlan } from '@strata/policy/lifecycle-rules';
import type { RequestContext } from '@strata/kernel/actor';
import type { TenantScope } from '@strata/kernel/tenant-scope';

/** Each is one transaction over at most `limit` memories, or events, and says how many there were. */
export interface MemoryLifecycle {
  /** Brings back what no rule archives any more. */
  restore(scope: TenantScope, plan: LifecyclePlan, limit: number): Promise<number>;
  /** Deletes memories that are past deletion, with a tombstone each, and takes artifacts out of sight that rest on them. */
  delete(scope: TenantScope, plan: LifecyclePlan, limit: number): Promise<Ended>;
  /** The same for the steps of events that are past deletion. */
  deleteSteps(scope: TenantScope, plan: LifecyclePlan, limit: number): Promise<Ended>;
  /** Archives what is due for it and not for deletion. */
  archive(scope: TenantScope, plan: LifecyclePlan, limit: number): Promise<number>;
  /** Changes nothing. Counts end at `most`; samples are of what `visible` lets through. */
  preview(scope: TenantScope, plan: LifecyclePlan, most: number, visible: Filter): Promise<MemoryPreview>;
  /** Brings one memory back by hand; its age counts from `at`. A memory that is not archived stays as it is. */
  restoreOne(context: RequestContext, id: string, at: Date): Promise<void>;
}

export interface Ended {
  readonly count: number;
  /** Artifacts that were taken out of sight. */
  readonly withdrawn: number;
}

interface Counted {
  readonly count: number;
  readonly isTruncated: boolean;
  readonly samples: string[];
}

export interface MemoryPreview {
  readonly archive: Counted;
  readonly delete: Counted;
  readonly artifacts: Omit<Counted, 'samples'>;
}
