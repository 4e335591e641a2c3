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
  outcome: 'completed' | 'failed' | 'put_back' | 'yielded',
  seconds: number,
  error?: unknown,
) => void;

/** Runs the work of a job in its trace, and without a job in none. */
export type RunInTrace = (job: TakenJob | undefined, run: () => Promise<void>) => Promise<void>;

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
/** After this time an automatic job makes room for the jobs of other tenants that wait. */
const AUTOMATIC_SLICE_MS = 30_000;

/** Takes jobs, runs up to `concurrency` of them at once, and renews their leases. Puts back jobs that failed or were stopped. */
export function runJobs(
  store: JobStore,
  work: JobWork,
  options: RunnerOptions,
  observe: JobObserver,
  inTrace: RunInTrace = (_job, run) => run(),
): JobRunner {
  const running = new Set<Promise<void>>();
  const stop = new AbortController();
  let taking: Promise<void> | undefined;
  let wakeUps = 0;
  /** Makes running jobs look whether others want their place. */
  const checks = new Set<() => void>();

  const takeJobs = async (): Promise<void> => {
    let handled: number;
    do {
      handled = wakeUps;
      while (!stop.signal.aborted && running.size < options.concurrency) {
        // If the database does not reply, the next poll tries again.
        const job = await store.take(options.worker, options.leaseSeconds).catch(() => undefined);
        if (!job) break;
        const parts = { store, work, options, observe, checks };
        const run = inTrace(job, () => runOne(parts, job, stop.signal)).finally(() => {
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
    for (const check of checks) check();
    // A wake-up comes from one request, and takes the jobs of many.
    taking ??= inTrace(undefined, takeJobs).finally(() => {
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

interface RunParts {
  readonly store: JobStore;
  readonly work: JobWork;
  readonly options: RunnerOptions;
  readonly observe: JobObserver;
  readonly checks: Set<() => void>;
}

async function runOne(
  { store, work, options, observe, checks }: RunParts,
  job: TakenJob,
  stop: AbortSignal,
): Promise<void> {
  const { worker, leaseSeconds, retrySeconds, maxAttempts } = options;
  const lost = new AbortController();
  const yielding = new AbortController();
  let progress: JobProgress = { stage: 'starting', processed: 0, total: null };
  const started = performance.now();
  const seconds = (): number => (performance.now() - started) / 1000;
  const renew = async (): Promise<void> => {
    const hold = await store.renew(job, worker, leaseSeconds, progress).catch(() => 'held' as const);
    if (hold === 'lost') lost.abort();
    const isLong = job.cause === 'automatic' && performance.now() - started > AUTOMATIC_SLICE_MS;
    if (hold === 'wanted' || (isLong && (await store.othersWait(job.scope).catch(() => false)))) yielding.abort();
  };
  const check = (): void => void renew();
  const timer = setInterval(check, (leaseSeconds * 1000) / RENEWALS_PER_LEASE);
  if (job.cause === 'automatic') checks.add(check);
  try {
    const outcome = await work(job, {
      signal: AbortSignal.any([stop, lost.signal, yielding.signal]),
      report: (next) => {
        progress = next;
      },
    });
    await store.complete(job, worker, outcome);
    observe(job, 'completed', seconds());
  } catch (error) {
    const isStopped = stop.aborted || yielding.signal.aborted;
    const isFinal = !isStopped && !isTransient(error) && job.attempt >= maxAttempts;
    const delay = isStopped ? 0 : backoffSeconds(retrySeconds, job.attempt);
    const end = (): Promise<void> =>
      isFinal ? store.fail(job, worker, errorOf(error)) : store.putBack(job, worker, delay);
    // Until the lease would have expired and another worker takes the job: it must not wait for that once the database is back.
    for (let left = leaseSeconds * 1000; !(await succeeded(end)) && left > 0 && !stop.aborted; left -= RECORD_AGAIN_MS)
      await pause(RECORD_AGAIN_MS, stop);
    const outcome = yielding.signal.aborted ? 'yielded' : 'put_back';
    observe(job, isFinal ? 'failed' : outcome, seconds(), error);
  } finally {
    clearInterval(timer);
    checks.delete(check);
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
