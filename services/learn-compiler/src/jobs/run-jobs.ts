import { AppError } from '@strata/kernel/errors';
import type { JobOutcome, JobProgress, JobStore, TakenJob } from './job-store.ts';

export interface RunnerOptions {
  /** The id of this process among its replicas. */
  readonly worker: string;
  /** Jobs at once, each of another tenant scope. */
  readonly concurrency: number;
  readonly leaseSeconds: number;
  /** Milliseconds between polls, which find jobs without a wake-up, such as those of a worker that died. */
  readonly pollMs: number;
  /** Seconds before a job that was put back is tried again; doubled with each attempt, up to a minute. */
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

const MAX_BACKOFF_SECONDS = 60;
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
    const ended = isFinal ? store.fail(job, worker, errorOf(error)) : store.putBack(job, worker, delay);
    // If the database does not reply, the lease expires and another worker takes the job.
    await ended.catch(() => undefined);
    observe(job, isFinal ? 'failed' : 'put_back', seconds(), error);
  } finally {
    clearInterval(timer);
  }
}

/**
 * Whether waiting helps: a dependency was unavailable, or another worker holds the events. A statement over its time limit
 * is `unavailable` too, but it is the job's own fault and would time out again.
 */
const isTransient = (error: unknown): boolean =>
  error instanceof AppError &&
  (error.code === 'conflict' || (error.code === 'unavailable' && !isStatementTimeout(error.cause)));

const STATEMENT_TIMEOUT = '57014';
const isStatementTimeout = (cause: unknown): boolean =>
  typeof cause === 'object' && cause !== null && 'code' in cause && cause.code === STATEMENT_TIMEOUT;

const backoffSeconds = (first: number, attempt: number): number =>
  Math.min(MAX_BACKOFF_SECONDS, first * 2 ** Math.min(attempt - 1, 10));

const errorOf = (error: unknown): { code: string; message: string } =>
  error instanceof AppError
    ? { code: error.code, message: error.message }
    : { code: 'internal_error', message: 'The job failed. The service log has the cause under the request id' };
