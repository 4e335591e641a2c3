import { describe, expect, it } from '@jest/globals';
import type { Job } from '@strata/contracts/schemas/job';
import { systemContext } from '@strata/kernel/actor';
import { captureIds, newBatchId, newErasureId, newLearnJobId } from '@strata/kernel/capture-ids';
import { AppError, notFound, unavailable } from '@strata/kernel/errors';
import { getErasureHandler, getJobHandler, type GetJobParts, type ReadJob } from './get-job.ts';

const scope = { tenantId: 'ten_a', environment: 'live' } as const;
const context = systemContext(scope, 'req_1');
const job = (id: string, type: Job['type']): Job => ({
  id,
  type,
  status: 'completed',
  progress: { stage: 'stored', processed: 1, total: 1 },
  result: {},
  error: null,
  createdAt: null,
  startedAt: null,
  finishedAt: null,
});
const missing: ReadJob = () => Promise.reject(notFound('The job'));
const partsWith = (parts: Partial<GetJobParts>): GetJobParts => ({
  ...{ readCaptureJob: missing, readLearnJob: missing, recordDenial: async () => undefined },
  ...parts,
});
const getJobFrom = (parts: Partial<GetJobParts>) => getJobHandler(partsWith(parts));

describe('A job', () => {
  it('is read from the service that keeps its kind', async () => {
    const getJob = getJobFrom({
      readCaptureJob: async (id) => job(id, 'capture'),
      readLearnJob: async (id) => job(id, 'learn'),
    });
    for (const [id, type] of [
      [captureIds(scope, undefined).jobId, 'capture'],
      [newBatchId(scope), 'capture'],
      [newLearnJobId(scope), 'learn'],
    ] as const) {
      expect(await getJob({ params: { id } }, context)).toMatchObject({ id, type, status: 'completed' });
    }
  });

  it.each([captureIds(scope, 'k').jobId, newBatchId(scope), newLearnJobId(scope)])(
    'is queued if its id was issued and it is not stored yet: %s',
    async (id) => {
      expect(await getJobFrom({})({ params: { id } }, context)).toMatchObject({ id, status: 'queued' });
    },
  );

  it.each([
    captureIds({ ...scope, tenantId: 'ten_b' }, 'k').jobId,
    newLearnJobId({ ...scope, environment: 'test' }),
    captureIds(scope, 'k').eventId,
    'cap_0123456789',
    `lrn_${'0'.repeat(32)}`,
    'key_x',
  ])('is not found if its id was not issued in this scope: %s', async (id) => {
    const getJob = getJobFrom({ readCaptureJob: async () => job(id, 'capture') });
    await expect(getJob({ params: { id } }, context)).rejects.toMatchObject({ code: 'not_found' });
  });

  it.each([captureIds(scope, 'k').jobId, newBatchId(scope), newLearnJobId(scope)])(
    'is not found by a caller who may not see it, and the denial is recorded: %s',
    async (id) => {
      const hidden: ReadJob = () => Promise.reject(new AppError('forbidden', 'Not yours'));
      const denials: unknown[] = [];
      const getJob = getJobFrom({
        readCaptureJob: hidden,
        readLearnJob: hidden,
        recordDenial: async ({ name }, params, { message }) => void denials.push([name, params, message]),
      });
      await expect(getJob({ params: { id } }, context)).rejects.toMatchObject({
        code: 'not_found',
        message: 'The job does not exist',
      });
      expect(denials).toEqual([['getJob', { id }, 'Not yours']]);
    },
  );

  it('is unavailable while its service is', async () => {
    const getJob = getJobFrom({ readCaptureJob: () => Promise.reject(unavailable('Ingest')) });
    await expect(getJob({ params: { id: newBatchId(scope) } }, context)).rejects.toMatchObject({
      code: 'unavailable',
    });
  });
});

describe('An erasure', () => {
  const id = newErasureId(scope);

  it('is no other job', async () => {
    const getErasure = getErasureHandler(partsWith({ readLearnJob: async () => job(id, 'erasure') }));
    expect(await getErasure({ params: { id } }, context)).toMatchObject({ id, type: 'erasure' });
    const other = { params: { id: newLearnJobId(scope) } };
    await expect(getErasure(other, context)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is not found by a caller who may not see it, and the denial to read the erasure is recorded', async () => {
    const denials: unknown[] = [];
    const parts = partsWith({
      readLearnJob: () => Promise.reject(new AppError('forbidden', 'Not yours')),
      recordDenial: async ({ name }) => void denials.push(name),
    });
    await expect(getErasureHandler(parts)({ params: { id } }, context)).rejects.toMatchObject({ code: 'not_found' });
    expect(denials).toEqual(['getErasure']);
  });
});
