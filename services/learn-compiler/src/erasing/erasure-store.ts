import type { ErasedCounts, ErasureRequest } from '@strata/contracts/schemas/erasure';
import type { Job } from '@strata/contracts/schemas/job';
import type { Writer } from '@strata/kernel/actor';
import type { Page, PageBefore } from '@strata/kernel/cursor';
import type { DescribedSubject } from '@strata/kernel/erased-subject';
import type { TenantScope } from '@strata/kernel/tenant-scope';

/** An erasure that a job runs. */
export interface Erasure {
  readonly jobId: string;
  readonly subject: ErasureRequest;
  readonly description: DescribedSubject;
  /** What was received until then is erased. */
  readonly until: Date;
}

/** Events and memories that are erased together. */
export interface ErasedBatch {
  readonly eventIds: readonly string[];
  readonly memoryIds: readonly string[];
  /** Other events that say what the memories say: they are compiled again. */
  readonly survivors: readonly string[];
}

/** What is left of a subject until the time of its erasure. */
export type Remaining = Pick<ErasedCounts, 'steps' | 'memories' | 'artifacts'>;

/** What was learned from the events of a subject. Each method is safe to repeat. */
export interface ErasureStore {
  get(scope: TenantScope, jobId: string): Promise<Erasure>;
  /** What rests on the events. */
  restingOn(scope: TenantScope, eventIds: readonly string[]): Promise<ErasedBatch>;
  /** The next that is left of the subject without its events, at most `limit` of each kind. */
  leftOver(scope: TenantScope, erasure: Erasure, limit: number): Promise<ErasedBatch>;
  /** Deletes a batch and withdraws artifacts that rest on it, in one transaction that also counts. */
  erase(
    scope: TenantScope,
    jobId: string,
    batch: ErasedBatch,
    also: Pick<ErasedCounts, 'indexEntries' | 'packs'>,
  ): Promise<void>;
  /** Sets how many events were deleted. Returns everything that was removed so far. */
  removed(scope: TenantScope, jobId: string, events: number): Promise<ErasedCounts>;
  remaining(scope: TenantScope, erasure: Erasure): Promise<Remaining>;
  /** Erasures, newest first; without `by`, those that anyone requested. */
  list(
    scope: TenantScope,
    by: Pick<Writer, 'actorId' | 'actorType'> | null,
    page: { readonly limit: number; readonly after: PageBefore | undefined },
  ): Promise<Page<Job>>;
}
