import type { JobFigures, JobStore } from './job-store.ts';

/** Counts of learn jobs over all tenants. Errors: `unavailable`. */
export function readJobFiguresHandler({ jobs }: { readonly jobs: Pick<JobStore, 'figures'> }) {
  return function readJobFigures(): Promise<JobFigures> {
    return jobs.figures();
  };
}
