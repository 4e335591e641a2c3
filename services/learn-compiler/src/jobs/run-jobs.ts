import { AppError } from '@strata/kernel/errors';
import { setTimeout as delayFor } from 'node:timers/promises';
import type { JobOutcome, JobProgress, JobStore, TakenJob } from './job-store.ts';

export interface RunnerOptions {
  /** The id of this process among its replicas. */
  readonly worker: string;
  /** Jobs at once, each of another tenant scope. */
  readonly concurrency: number;
  readonly leaseSeconds: number;
  /** Milliseconds between polls, which find jobs without a wake-up, such as those of a worker that died. */
  readonly pollMs: number;
  /** Seconds before a job that was put back is tried again; doubled with each attempt, up to eight. */
  readonly retrySeconds: number;
  /** Attempts before a job fails for good, not counting interruptions by a dependency. */
  readonly maxAttempts: number;
}

/** How a running job reports progress. `signal` is aborted when the job must stop at its next safe point. */
export interface JobControl {
  readonly signal: AbortSignal;
  report(progress: JobProgress): void;
}

export type JobWork = (job: TakenJob, control: JobControl) => Promise<JobOutcome>;

/** Called after each attempt at a job, for logs and metrics. */
export type JobObserver = (
  job: TakenJob,
  outcome: 'completed' | 'failed' | 'put_back',
  seconds: number,
  error?: unknown,
) => void;

export interface JobRunner {
  /** Looks for jobs now. */
  wake(): void;
  /** Stops taking jobs. Running jobs stop at their next safe point and are put back. */
  close(): Promise<void>;
}

/** With a poll, less than the ten seconds within which a job goes on once its dependency is back. */
const MAX_BACKOFF_SECONDS = 8;
const RECORD_AGAIN_MS = 1000;
const RENEWALS_PER_LEASE = 15;

/** Takes jobs, runs up to `concurrency` of them at once, and renews their leases. Puts back jobs that failed or were stopped. */
export function runJobs(store: JobStore, work: JobWork, options: RunnerOptions, observe: JobObserver): JobRunner {
  const running = new Set<Promise<void>>();
  const stop = new AbortController();
  let taking: Promise<void> | undefined;
  let wakeUps = 0;

  const takeJobs = async (): Promise<void> => {
    let handled: number;
    do {
      handled = wakeUps;
      while (!stop.signal.aborted && running.size < options.concurrency) {
        // If the database does not reply, the next poll tries again.
        const job = await store.take(options.worker, options.leaseSeconds).catch(() => undefined);
        if (!job) break;
        const run = runOne(store, work, job, options, stop.signal, observe).finally(() => {
          running.delete(run);
          wake();
        });
        running.add(run);
      }
    } while (handled !== wakeUps);
  };
  const wake = (): void => {
    if (stop.signal.aborted) return;
    wakeUps++;
    taking ??= takeJobs().finally(() => {
      taking = undefined;
    });
  };
  const timer = setInterval(wake, options.pollMs);
  wake();

  return {
    wake,
    close: async () => {
      clearInterval(timer);
      stop.abort();
      await taking;
      await Promise.all(running);
    },
  };
}

async function runOne(
  store: JobStore,
  work: JobWork,
  job: TakenJob,
  { worker, leaseSeconds, retrySeconds, maxAttempts }: RunnerOptions,
  stop: AbortSignal,
  observe: JobObserver,
): Promise<void> {
  const lost = new AbortController();
  let progress: JobProgress = { stage: 'starting', processed: 0, total: null };
  const renew = async (): Promise<void> => {
    const held = await store.renew(job, worker, leaseSeconds, progress).catch(() => true);
    if (!held) lost.abort();
  };
  const timer = setInterval(() => void renew(), (leaseSeconds * 1000) / RENEWALS_PER_LEASE);
  const started = performance.now();
  const seconds = (): number => (performance.now() - started) / 1000;
  try {
    const outcome = await work(job, {
      signal: AbortSignal.any([stop, lost.signal]),
      report: (next) => {
        progress = next;
      },
    });
    await store.complete(job, worker, outcome);
    observe(job, 'completed', seconds());
  } catch (error) {
    const isFinal = !stop.aborted && !isTransient(error) && job.attempt >= maxAttempts;
    const delay = stop.aborted ? 0 : backoffSeconds(retrySeconds, job.attempt);
    const end = (): Promise<void> =>
      isFinal ? store.fail(job, worker, errorOf(error)) : store.putBack(job, worker, delay);
    // Until the lease would have expired and another worker takes the job: it must not wait for that once the database is back.
    for (let left = leaseSeconds * 1000; !(await succeeded(end)) && left > 0 && !stop.aborted; left -= RECORD_AGAIN_MS)
      await pause(RECORD_AGAIN_MS, stop);
    observe(job, isFinal ? 'failed' : 'put_back', seconds(), error);
  } finally {
    clearInterval(timer);
  }
}

const succeeded = (work: () => Promise<void>): Promise<boolean> =>
  work().then(
    () => true,
    () => false,
  );

/** Resolves after the time, or when the signal is aborted. */
const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  delayFor(milliseconds, undefined, { signal }).catch(() => undefined);

/**
 * Whether waiting helps: a dependency was unavailable, a transaction lost against another, or another worker holds the events. A statement over its time limit
 * is `unavailable` too, but it is the job's own fault and would time out again.
 */
const isTransient = (error: unknown): boolean =>
  error instanceof AppError
    ? error.code === 'conflict' || (error.code === 'unavailable' && !hasCode(error.cause, [STATEMENT_TIMEOUT]))
    : hasCode(error, CONFLICTS);

const STATEMENT_TIMEOUT = '57014';
/** SQLSTATEs of a serialization failure and of a deadlock. */
const CONFLICTS = ['40001', '40P01'];
const hasCode = (error: unknown, codes: readonly unknown[]): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && codes.includes(error.code);

const backoffSeconds = (first: number, attempt: number): number =>
  Math.min(MAX_BACKOFF_SECONDS, first * 2 ** Math.min(attempt - 1, 10));

const errorOf = (error: unknown): { code: string; message: string } =>
  error instanceof AppError
    ? { code: error.code, message: error.message }
    : { code: 'internal_error', message: 'The job failed. The service log has the cause under the request id' };
