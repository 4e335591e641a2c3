import { describe, expect, it } from '@jest/globals';
import type { Job } from '@strata/contracts/schemas/job';
import { systemContext } from '@strata/kernel/actor';
import { captureIds, newBatchId, newLearnJobId } from '@strata/kernel/capture-ids';
import { notFound, unavailable } from '@strata/kernel/errors';
import { getJobHandler, type ReadJob } from './get-job.ts';

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
const reading = (parts: { readCaptureJob?: ReadJob; readLearnJob?: ReadJob }) =>
  getJobHandler({ readCaptureJob: missing, readLearnJob: missing, ...parts });

describe('readJob', () => {
  it('asks the service that keeps the kind of job', async () => {
    const readJob = reading({
      readCaptureJob: async (id) => job(id, 'capture'),
      readLearnJob: async (id) => job(id, 'learn'),
    });
    for (const [id, type] of [
      [captureIds(scope, undefined).jobId, 'capture'],
      [newBatchId(scope), 'capture'],
      [newLearnJobId(scope), 'learn'],
    ] as const) {
      expect(await readJob({ params: { id } }, context)).toMatchObject({ id, type, status: 'completed' });
    }
  });

  it.each([captureIds(scope, 'k').jobId, newBatchId(scope), newLearnJobId(scope)])(
    'reports an id that was issued and is not stored yet as queued: %s',
    async (id) => {
      expect(await reading({})({ params: { id } }, context)).toMatchObject({ id, status: 'queued' });
    },
  );

  it.each([
    captureIds({ ...scope, tenantId: 'ten_b' }, 'k').jobId,
    newLearnJobId({ ...scope, environment: 'test' }),
    captureIds(scope, 'k').eventId,
    'cap_0123456789',
    `lrn_${'0'.repeat(32)}`,
    'key_x',
  ])('knows nothing of an id that this scope did not issue: %s', async (id) => {
    const readJob = reading({ readCaptureJob: async () => job(id, 'capture') });
    await expect(readJob({ params: { id } }, context)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('passes on that the service is unavailable', async () => {
    const readJob = reading({ readCaptureJob: () => Promise.reject(unavailable('Ingest')) });
    await expect(readJob({ params: { id: newBatchId(scope) } }, context)).rejects.toMatchObject({
      code: 'unavailable',
    });
  });
});
