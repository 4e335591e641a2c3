import { expect, test } from '@jest/globals';
import type { StoreCommand } from '@strata/contracts/calls/ingest';
import { systemContext, writerOf } from '@strata/kernel/actor';
import { recordDeadLetterHandler } from './record-dead-letter.ts';

const context = systemContext({ tenantId: 'ten_1', environment: 'live' }, 'req_1');
const reason = { code: 'validation_error', message: 'No.' };
const batch = { id: 'bat_1', chunk: 0, total: 0 };
const learn = { jobId: 'lrn_1', request: {}, requestedAt: '2026-11-02T09:00:00.000Z' };

/** What is recorded of a dead-lettered command. */
async function recorded(payload: StoreCommand): Promise<unknown[]> {
  const records: unknown[] = [];
  const record = recordDeadLetterHandler({
    failures: {
      record: (_scope, jobIds, failure) => Promise.resolve(void records.push([jobIds, failure])),
      get: () => Promise.resolve(undefined),
    },
    failLearning: (job, failure) => Promise.resolve(void records.push([job.jobId, failure])),
    reasonOf: () => reason,
  });
  await record({ payload, context }, new Error('its own data'));
  return records;
}

test('a dead-lettered learn job is stored as failed at the compiler', async () => {
  expect(await recorded({ kind: 'learn', events: [], batch: null, learn })).toEqual([['lrn_1', reason]]);
});

test('a dead-lettered end of a batch fails the batch, for its writer', async () => {
  const failure = { error: reason, writer: writerOf(context.actor) };
  expect(await recorded({ kind: 'batch-end', events: [], batch })).toEqual([[['bat_1'], failure]]);
});
