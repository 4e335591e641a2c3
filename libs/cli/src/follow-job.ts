import type { Data } from '@strata/client/operation-types';
import { setTimeout as wait } from 'node:timers/promises';
import type { Cli } from './cli.ts';
import { CliError } from './cli-error.ts';

type Job = Data<'getJob'>;

const POLL_MS = 500;

/** Waits for the end of a job, and shows how far it is. Throws if the job failed. */
export async function followJob({ strata, terminal }: Pick<Cli, 'strata' | 'terminal'>, id: string): Promise<Job> {
  for (;;) {
    const job = await strata.api.getJob({ id });
    if (job.status === 'completed') return job;
    if (job.status === 'failed')
      throw new CliError(`The job ${id} failed: ${job.error?.message ?? 'no reason is known'}`);
    terminal.progress(describeProgress(job));
    await wait(POLL_MS);
  }
}

/** A job in one line. */
export function describeProgress({ status, progress: { stage, processed, total } }: Job): string {
  return `${status}: ${stage}, ${processed}${total === null ? '' : ` of ${total}`}`;
}
