import { expect, test } from '@jest/globals';
import type { SeriesBucket } from '@strata/contracts/schemas/usage';
import { systemContext } from '@strata/kernel/actor';
import { getUsageSeriesHandler } from './get-usage-series.ts';

const context = systemContext({ tenantId: 'ten_1', environment: 'live' }, 'req_1');

/** The last buckets at a moment, and what the services were asked for. */
async function seriesAt(now: string, bucket: SeriesBucket, last: number, isWhole = true) {
  const asked: unknown[] = [];
  const answer = <Answer>(given: Answer) => {
    return (request: unknown): Promise<Answer> => {
      asked.push(request);
      return Promise.resolve(given);
    };
  };
  const { points } = await getUsageSeriesHandler({
    clock: { now: () => new Date(now) },
    readEventSeries: answer({ points: [{ at: '2028-02-29T00:00:00.000Z', events: 7, failed: 1 }], isWhole }),
    readLearnSeries: answer({
      points: [{ at: '2028-03-01T00:00:00.000Z', memories: 5, artifacts: 2, completed: 3, failed: 1 }],
    }),
    readPackSeries: answer({ points: [{ at: '2028-03-02T00:00:00.000Z', packs: 4, tokens: 900 }] }),
  })({ params: {}, query: { bucket, last }, body: undefined }, context);
  return { points, asked };
}

const NOTHING = {
  eventsCaptured: 0,
  eventsFailed: 0,
  learnJobsCompleted: 0,
  learnJobsFailed: 0,
  memoriesLearned: 0,
  artifactsLearned: 0,
  packs: 0,
  packTokens: 0,
};

test('what the services counted stands side by side, without gaps, until the day that is running', async () => {
  const { points, asked } = await seriesAt('2028-03-01T23:59:59.999Z', 'day', 3);
  expect(points).toEqual([
    { ...NOTHING, at: '2028-02-28T00:00:00.000Z' },
    { ...NOTHING, at: '2028-02-29T00:00:00.000Z', eventsCaptured: 7, eventsFailed: 1 },
    {
      ...NOTHING,
      at: '2028-03-01T00:00:00.000Z',
      memoriesLearned: 5,
      artifactsLearned: 2,
      learnJobsCompleted: 3,
      learnJobsFailed: 1,
    },
  ]);
  const request = { bucket: 'day', since: '2028-02-28T00:00:00.000Z' };
  expect(asked).toEqual([request, request, request]);
});

test('hours begin on the hour in UTC', async () => {
  const { points } = await seriesAt('2028-03-02T00:59:00.000Z', 'hour', 2);
  expect(points).toEqual([
    { ...NOTHING, at: '2028-03-01T23:00:00.000Z' },
    { ...NOTHING, at: '2028-03-02T00:00:00.000Z', packs: 4, packTokens: 900 },
  ]);
});

test('failed captures are not counted to a caller from whom events can be hidden', async () => {
  const { points } = await seriesAt('2028-03-01T00:00:00.000Z', 'day', 2, false);
  expect(points.map(({ eventsFailed }) => eventsFailed)).toEqual([null, null]);
});
