import type { Filter } from '@strata/policy/filter';
import type { LifecyclePlan } from '@strata/policy/lifecycle-rules';
import type { TenantScope } from '@strata/kernel/tenant-scope';

export interface EventPreview {
  readonly count: number;
  readonly isTruncated: boolean;
  readonly samples: string[];
}

export interface EventLifecycle {
  /** Deletes events that are past deletion, at most `limit` in one transaction, with a tombstone for each place. */
  delete(scope: TenantScope, plan: LifecyclePlan, limit: number): Promise<number>;
  /** Changes nothing. The count ends at `most`; samples are of what `visible` lets through. */
  preview(scope: TenantScope, plan: LifecyclePlan, most: number, visible: Filter): Promise<EventPreview>;
}
