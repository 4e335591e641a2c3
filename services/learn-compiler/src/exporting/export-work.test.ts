import { expect, test } from '@jest/globals';
import { describeSubject } from '@strata/kernel/erased-subject';
import type { LearnRequest } from '@strata/contracts/operations/learn';
import type { TakenJob } from '../jobs/job-store.ts';
import type { JobControl } from '../jobs/run-jobs.ts';
import { exportWork } from './export-work.ts';

const work = exportWork({ now: () => new Date('2026-05-08T09:00:00.000Z') });
const runFor = (request: LearnRequest) => work({ request } as TakenJob, {} as JobControl);

test('an export whose turn has come is ready for a day', async () => {
  expect((await runFor({ userId: 'ada' })).result).toEqual({
    subject: describeSubject({ userId: 'ada' }),
    expiresAt: '2026-05-09T09:00:00.000Z',
  });
});

test('an export whose end user was erased while it waited ends without anything to download', async () => {
  expect(await runFor({ eventIds: [] })).toEqual({ processed: 0, result: { subject: null, expiresAt: null } });
});
