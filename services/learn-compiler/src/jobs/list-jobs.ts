import type { RequestTo, ResponseTo } from '@strata/contracts/operation';
import type { listJobs as listJobsOperation } from '@strata/contracts/operations/jobs';
import { writerOf, type RequestContext } from '@strata/kernel/actor';
import { continuedFrom, paginationOf } from '@strata/kernel/cursor';
import type { JobStore } from './job-store.ts';

/**
 * One page of jobs, newest first: all of the tenant scope for a tenant admin, else those that the caller requested.
 * Errors: `validation_error` for a damaged cursor; `unavailable`.
 */
export const listJobsHandler = ({ jobs }: { readonly jobs: Pick<JobStore, 'list'> }) =>
  async function listJobs(
    { query: { limit, cursor, status } }: RequestTo<typeof listJobsOperation>,
    { scope, actor }: RequestContext,
  ): Promise<ResponseTo<typeof listJobsOperation>> {
    const by = actor.isTenantAdmin === true ? null : writerOf(actor);
    const page = await jobs.list(scope, { by, status }, { limit, after: continuedFrom(cursor) });
    return { items: [...page.items], pagination: paginationOf(page) };
  };
