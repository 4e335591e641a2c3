import type { Job } from '@strata/contracts/schemas/job';
import { notFound } from '@strata/kernel/errors';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { JobStore } from './job-store.ts';

/** @throws AppError `not_found` while the job is not stored. */
export async function readJob(store: JobStore, scope: TenantScope, id: string): Promise<Job> {
  const job = await store.get(scope, id);
  if (!job) throw notFound('The job');
  return job;
}
