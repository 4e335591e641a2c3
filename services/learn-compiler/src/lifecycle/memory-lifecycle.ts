import type { previewMemories } from '@strata/contracts/calls/learn';
import type { ResponseOfCall } from '@strata/contracts/message';
import type { RequestContext } from '@strata/kernel/actor';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Filter } from '@strata/policy/filter';
import type { LifecyclePlan } from '@strata/policy/lifecycle-rules';

/** Each method of a plan is one transaction over at most `limit` memories or events, and returns how many there were. */
export interface MemoryLifecycle {
  /** Restores memories that no rule archives any more. */
  restore(scope: TenantScope, plan: LifecyclePlan, limit: number): Promise<number>;
  /** Deletes memories that are past deletion, each with a tombstone, and withdraws artifacts that rest on them. */
  delete(scope: TenantScope, plan: LifecyclePlan, limit: number): Promise<DeletionCounts>;
  /** Deletes the steps of events that are past deletion, and withdraws artifacts that rest on them. */
  deleteSteps(scope: TenantScope, plan: LifecyclePlan, limit: number): Promise<DeletionCounts>;
  /** Archives memories that are past archiving and not past deletion. */
  archive(scope: TenantScope, plan: LifecyclePlan, limit: number): Promise<number>;
  /** Changes nothing. Each count stops at `most`; samples contain only memories that pass `visible`. */
  preview(scope: TenantScope, plan: LifecyclePlan, most: number, visible: Filter): Promise<MemoryPreview>;
  /** Restores one memory on request; its age then counts from `at`. A memory that is not archived does not change. */
  restoreOne(context: RequestContext, id: string, at: Date): Promise<void>;
}

export interface DeletionCounts {
  readonly count: number;
  /** Artifacts that were withdrawn. */
  readonly withdrawn: number;
}

export type MemoryPreview = ResponseOfCall<typeof previewMemories>;
