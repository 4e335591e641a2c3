import { expect, test } from '@jest/globals';
import { AppError, unavailable } from '@strata/kernel/errors';
import type { JobStore, TakenJob } from './job-store.ts';
import { runJobs, type JobObserver, type JobWork } from './run-jobs.ts';

const MAX_ATTEMPTS = 3;

interface OneJob {
  readonly cause?: TakenJob['cause'];
  readonly observe?: JobObserver;
}

/** Runs one job until it completes or fails. Returns which, and after how many attempts. */
function runOne(
  work: JobWork,
  change: Partial<JobStore> = {},
  { cause = 'request', observe = () => undefined }: OneJob = {},
): Promise<{ ended: string; attempts: number }> {
  return new Promise((resolve) => {
    let attempt = 0;
    let waiting = true;
    const end = (how: 'completed' | 'failed') => (): Promise<void> => {
      resolve({ ended: how, attempts: attempt });
      void runner.close();
      return Promise.resolve();
    };
    const store: JobStore = {
      add: () => Promise.resolve(),
      addAutomatic: () => Promise.resolve(),
      addFailed: () => Promise.resolve(),
      take: () => {
        if (!waiting) return Promise.resolve(undefined);
        waiting = false;
        attempt++;
        const scope = { tenantId: 'ten_1', environment: 'live' } as const;
        return Promise.resolve<TakenJob>({
          id: 'lrn_1',
          scope,
          request: {},
          requestId: 'req_1',
          traceparent: undefined,
          cause,
          creator: null,
          attempt,
        });
      },
      renew: () => Promise.resolve('held'),
      othersWait: () => Promise.resolve(false),
      complete: end('completed'),
      fail: end('failed'),
      putBack: () => {
        waiting = true;
        return Promise.resolve();
      },
      get: () => Promise.resolve(undefined),
      list: () => Promise.resolve({ items: [], last: 0, hasMore: false, total: 0 }),
      figures: () => Promise.resolve({ waiting: 0, active: 0, failed: 0, oldestSeconds: 0 }),
      countOn: () => Promise.resolve({ requested: 0, automatic: 0 }),
      ...change,
    };
    const options = {
      worker: 'w',
      concurrency: 1,
      leaseSeconds: 30,
      pollMs: 5,
      retrySeconds: 0.01,
      maxAttempts: MAX_ATTEMPTS,
    };
    const runner = runJobs(store, work, options, observe);
  });
}

const outcome = { processed: 0, result: {} };

test('a job is retried beyond its attempts while a dependency is unavailable', async () => {
  let failures = 2 * MAX_ATTEMPTS;
  const work: JobWork = () => (failures-- > 0 ? Promise.reject(unavailable('The index')) : Promise.resolve(outcome));
  expect(await runOne(work)).toEqual({ ended: 'completed', attempts: 2 * MAX_ATTEMPTS + 1 });
});

test('a job that fails by itself fails for good after its attempts', async () => {
  expect(await runOne(() => Promise.reject(new Error('This job always fails')))).toEqual({
    ended: 'failed',
    attempts: MAX_ATTEMPTS,
  });
});

test('a statement timeout counts as a failure of the job itself', async () => {
  const timeout = Object.assign(new Error('canceling statement'), { code: '57014' });
  const work: JobWork = () =>
    Promise.reject(new AppError('unavailable', 'The database is unavailable', { cause: timeout }));
  expect(await runOne(work)).toEqual({ ended: 'failed', attempts: MAX_ATTEMPTS });
});

test('an automatic job makes room for a requested one without losing an attempt', async () => {
  let wanted = MAX_ATTEMPTS;
  const outcomes: string[] = [];
  const work: JobWork = async (_job, { signal }) => {
    if (wanted === 0) return outcome;
    await new Promise((resolve) => {
      signal.addEventListener('abort', resolve);
    });
    wanted -= 1;
    throw signal.reason;
  };
  const store = { renew: () => Promise.resolve('wanted' as const) };
  const observe: JobObserver = (_job, how) => outcomes.push(how);
  const run = await runOne(work, store, { cause: 'automatic', observe });
  expect(run).toEqual({ ended: 'completed', attempts: MAX_ATTEMPTS + 1 });
  expect(outcomes).toEqual(Array.from({ length: MAX_ATTEMPTS }, () => 'yielded'));
});
