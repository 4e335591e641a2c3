import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Job } from '@strata/contracts/schemas/job';
import { systemContext } from '@strata/kernel/actor';
import { notFound, unavailable } from '@strata/kernel/errors';
import { createAwaitLearnJob, type AwaitLearnJobParts } from './await-learn-job.ts';
import type { ReadJob } from './get-job.ts';

const context = systemContext({ tenantId: 'ten_a', environment: 'live' }, 'req_1');
const job = (status: Job['status']) => ({ status }) as Job;
const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

describe('A wait for a learn job', () => {
  const readLearnJob = jest.fn<ReadJob>();
  const neverClosing = new AbortController().signal;
  const awaitLearnJob = (more: Partial<AwaitLearnJobParts> = {}) =>
    createAwaitLearnJob({ readLearnJob, closing: neverClosing, ...more });
  beforeEach(() => {
    readLearnJob.mockReset().mockResolvedValue(job('active'));
  });

  it.each(['completed', 'failed'] as const)('ends when the job is %s', async (status) => {
    readLearnJob.mockRejectedValueOnce(notFound('The job')).mockResolvedValueOnce(job('queued'));
    readLearnJob.mockResolvedValueOnce(job('active')).mockResolvedValueOnce(job(status));
    expect(await awaitLearnJob()('lrn_1', context)).toBe(status);
    expect(readLearnJob.mock.calls).toEqual(Array.from({ length: 4 }, () => ['lrn_1', context]));
  });

  it('ends with the present status when the time is over', async () => {
    expect(await awaitLearnJob({ maxWaitMs: 120 })('lrn_1', context)).toBe('active');
    expect(readLearnJob.mock.calls.length).toBeLessThanOrEqual(3);
  });

  it('goes on while the job cannot be read', async () => {
    for (let read = 0; read < 2; read += 1) readLearnJob.mockRejectedValueOnce(unavailable('The learn compiler'));
    readLearnJob.mockResolvedValueOnce(job('completed'));
    expect(await awaitLearnJob()('lrn_1', context)).toBe('completed');
  });

  it('ends as queued, as far as known, if the job could never be read', async () => {
    readLearnJob.mockRejectedValue(unavailable('The learn compiler'));
    expect(await awaitLearnJob({ maxWaitMs: 60 })('lrn_1', context)).toBe('queued');
  });

  it('fails on an unexpected error', async () => {
    readLearnJob.mockRejectedValue(new Error('a bug'));
    await expect(awaitLearnJob()('lrn_1', context)).rejects.toThrow('a bug');
  });

  it('ends when the client disconnects, and leaves no timer', async () => {
    const client = new AbortController();
    const wait = awaitLearnJob()('lrn_1', { ...context, clientSignal: () => client.signal });
    // Counted in one turn of the event loop, in which no timer of anything else ends.
    const waiting = timers();
    client.abort();
    expect(await wait).toBe('queued');
    expect(timers()).toBe(waiting - 1);
    expect(readLearnJob).not.toHaveBeenCalled();
  });

  it('ends when the gateway closes', async () => {
    const closing = new AbortController();
    readLearnJob.mockImplementation(async () => {
      closing.abort();
      return job('active');
    });
    expect(await awaitLearnJob({ closing: closing.signal })('lrn_1', context)).toBe('active');
    expect(readLearnJob).toHaveBeenCalledTimes(1);
  });
});
