import { AppError } from '@strata/kernel/errors';
import type { JobOutcome, JobProgress, JobStore, TakenJob } from './job-store.ts';

export interface RunnerOptions {
  /** This process's name among its replicas. */
  readonly worker: string;
  /** Jobs under way at once, of different partitions. */
  readonly concurrency: number;
  readonly leaseSeconds: number;
  /** Milliseconds between looks for jobs that nobody announced, such as those of a worker that died. */
  readonly pollMs: number;
  /** Seconds before a job that was put back is tried again; doubled with each attempt. */
  readonly retrySeconds: number;
  /** Attempts before a job that fails for its own sake is failed. */
  readonly maxAttempts: number;
}

/** What a job says while it runs; `signal` is aborted when it must stop at its next safe point. */
export interface JobControl {
  readonly signal: AbortSignal;
  report(progress: JobProgress): void;
}

export type JobWork = (job: TakenJob, control: JobControl) => Promise<JobOutcome>;

/** Called with each job that ended, for logs and metrics. */
export type JobObserver = (
  job: TakenJob,
  outcome: 'completed' | 'failed' | 'put_back',
  seconds: number,
  error?: unknown,
) => void;

export interface JobRunner {
  /** Looks for work now. */
  wake(): void;
  /** Stops taking jobs; those under way stop at their next safe point and are put back. */
  close(): Promise<void>;
}

const MAX_BACKOFF_SECONDS = 60;
const RENEWALS_PER_LEASE = 15;

/** Takes jobs and runs them, so many at once; renews their leases; puts back what a failing dependency interrupted. */
export function runJobs(store: JobStore, work: JobWork, options: RunnerOptions, observe: JobObserver): JobRunner {
  const running = new Set<Promise<void>>();
  const stop = new AbortController();
  let looking: Promise<void> | undefined;
  let wishes = 0;

  const look = async (): Promise<void> => {
    let heard: number;
    do {
      heard = wishes;
      while (!stop.signal.aborted && running.size < options.concurrency) {
        // A database that does not answer is asked again at the next poll.
        const job = await store.take(options.worker, options.leaseSeconds).catch(() => undefined);
        if (!job) break;
        const run = runOne(store, work, job, options, stop.signal, observe).finally(() => {
          running.delete(run);
          wake();
        });
        running.add(run);
      }
    } while (heard !== wishes);
  };
  const wake = (): void => {
    if (stop.signal.aborted) return;
    wishes++;
    looking ??= look().finally(() => {
      looking = undefined;
    });
  };
  const timer = setInterval(wake, options.pollMs);
  wake();

  return {
    wake,
    close: async () => {
      clearInterval(timer);
      stop.abort();
      await looking;
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
    if (stop.aborted) await store.putBack(job, worker, 0).catch(() => undefined);
    else if (isTransient(error) || job.attempt < maxAttempts)
      await store.putBack(job, worker, backoffSeconds(retrySeconds, job.attempt)).catch(() => undefined);
    else await store.fail(job, worker, describe(error)).catch(() => undefined);
    const over = !stop.aborted && !isTransient(error) && job.attempt >= maxAttempts;
    observe(job, over ? 'failed' : 'put_back', seconds(), error);
  } finally {
    clearInterval(timer);
  }
}

/**
 * A dependency was away, or another worker holds the events: time mends both. A statement that ran into its time limit is
 * called unavailable too, but is the job's own doing and would do it again.
 */
const isTransient = (error: unknown): boolean =>
  error instanceof AppError &&
  (error.code === 'conflict' || (error.code === 'unavailable' && !isStatementTimeout(error.cause)));

const STATEMENT_TIMEOUT = '57014';
const isStatementTimeout = (cause: unknown): boolean =>
  typeof cause === 'object' && cause !== null && 'code' in cause && cause.code === STATEMENT_TIMEOUT;

const backoffSeconds = (first: number, attempt: number): number =>
  Math.min(MAX_BACKOFF_SECONDS, first * 2 ** Math.min(attempt - 1, 10));

const describe = (error: unknown): { code: string; message: string } =>
  error instanceof AppError
    ? { code: error.code, message: error.message }
    : { code: 'internal_error', message: 'The job failed; the service log has the cause under its request id' };
