import type { Job } from '@strata/contracts/schemas/job';
import type { Writer } from '@strata/kernel/actor';
import type { TenantScope } from '@strata/kernel/tenant-scope';

/** Why the job of an event or of a batch failed. */
export interface CaptureFailure {
  readonly error: NonNullable<Job['error']>;
  readonly writer: Writer;
  readonly at: Date;
}

/** The capture jobs whose commands were dead-lettered. */
export interface CaptureFailures {
  /** Records jobs. One that is recorded already does not change. Errors: `unavailable`. */
  record(scope: TenantScope, jobIds: readonly string[], failure: Omit<CaptureFailure, 'at'>): Promise<void>;
  get(scope: TenantScope, jobId: string): Promise<CaptureFailure | undefined>;
}
