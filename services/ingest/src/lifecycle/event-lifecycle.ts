import type { previewEvents } from '@strata/contracts/calls/ingest';
import type { ResponseOfCall } from '@strata/contracts/message';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Filter } from '@strata/policy/filter';
import type { LifecyclePlan } from '@strata/policy/lifecycle-rules';

export type EventPreview = ResponseOfCall<typeof previewEvents>;

export interface EventLifecycle {
  /** Deletes events that are due, at most `limit`, in one transaction with a tombstone for each place. Returns how many. */
  delete(scope: TenantScope, plan: LifecyclePlan, limit: number): Promise<number>;
  /** Counts events that are due, up to `most`, and changes nothing. Samples are events that `visible` permits. */
  preview(scope: TenantScope, plan: LifecyclePlan, most: number, visible: Filter): Promise<EventPreview>;
}
