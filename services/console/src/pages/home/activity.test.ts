import { expect, test } from '@jest/globals';
import { chartsOf } from './activity.ts';

const point = {
  at: '2026-05-08T09:00:00.000Z',
  eventsCaptured: 0,
  eventsFailed: 0,
  learnJobsCompleted: 0,
  learnJobsFailed: 0,
  memoriesLearned: 0,
  artifactsLearned: 0,
  packs: 0,
  packTokens: 0,
};

test('a chart has the figures and the sum of each of its lines', () => {
  const { at, charts, isEmpty } = chartsOf([
    { ...point, eventsCaptured: 5 },
    { ...point, at: '2026-05-08T10:00:00.000Z', eventsCaptured: 2, eventsFailed: 1 },
  ]);
  expect([at[1], isEmpty]).toEqual([1_778_234_400, false]);
  expect(charts[0]).toEqual({
    title: 'Captures',
    series: [
      { name: 'Events', values: [5, 2] },
      { name: 'Failed', values: [0, 1] },
    ],
    sums: [
      ['Events', 7],
      ['Failed', 1],
    ],
  });
});

test('a line whose figures are hidden is left out, and a time in which nothing happened is empty', () => {
  const { charts, isEmpty } = chartsOf([{ ...point, eventsFailed: null }]);
  expect(charts[0]?.sums).toEqual([['Events', 0]]);
  expect(isEmpty).toBe(true);
});
