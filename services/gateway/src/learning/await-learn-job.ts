import { MAX_LEARN_WAIT_SECONDS } from '@strata/contracts/operations/learn';
import type { Job } from '@strata/contracts/schemas/job';
import { AppError } from '@strata/kernel/errors';
import { setTimeout as delay } from 'node:timers/promises';
import type { ClientContext } from '../routing/route-operation.ts';
import type { ReadJob } from './get-job.ts';

/** Pauses between reads of the job: short at first, since small jobs end within a second, then doubled up to the longest. */
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 500;

export interface AwaitLearnJobParts {
  readonly readLearnJob: ReadJob;
  /** Aborted when the gateway closes, which must not wait for jobs. */
  readonly closing: AbortSignal;
  /** Default: 25 seconds. */
  readonly maxWaitMs?: number;
}

/**
 * Waits until a learn job is completed or failed, and returns its status. Returns the present status when the time is over,
 * the client has disconnected or the gateway closes.
 */
export const createAwaitLearnJob = (parts: AwaitLearnJobParts) =>
  async function awaitLearnJob(jobId: string, context: ClientContext): Promise<Job['status']> {
    const { readLearnJob, closing, maxWaitMs = MAX_LEARN_WAIT_SECONDS * 1000 } = parts;
    const deadline = performance.now() + maxWaitMs;
    const signal = context.clientSignal?.();
    let status: Job['status'] = 'queued';
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      const leftMs = deadline - performance.now();
      if (leftMs <= 0 || closing.aborted) return status;
      // Rejects when the client disconnects; its timer is cleared then.
      const isGone = await delay(Math.min(pauseMs, leftMs), false, { signal }).catch(() => true);
      if (isGone) return status;
      status = (await statusOf(jobId, context, readLearnJob)) ?? status;
      if (status === 'completed' || status === 'failed') return status;
    }
  };

/**
 * Undefined while the job is not stored yet, or its service is away: it is queued durably, so a later read may succeed.
 * `forbidden` if an earlier version of the service has stored it without its creator.
 */
async function statusOf(
  jobId: string,
  context: ClientContext,
  readLearnJob: ReadJob,
): Promise<Job['status'] | undefined> {
  try {
    return (await readLearnJob(jobId, context)).status;
  } catch (error) {
    if (error instanceof AppError && ['not_found', 'forbidden', 'unavailable'].includes(error.code)) return undefined;
    throw error;
  }
}
