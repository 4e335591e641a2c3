import { expect, test } from '@jest/globals';
import { progressText, resultFigures, secondsOf, type Job } from './job.ts';

const RUNNING: Job = {
  id: 'lrn_1',
  type: 'learn',
  status: 'active',
  progress: { stage: 'compiling', processed: 120, total: 240 },
  result: null,
  error: null,
  createdAt: '2026-05-08T09:15:23.000Z',
  startedAt: '2026-05-08T09:15:24.000Z',
  finishedAt: null,
};

test('a running job says how far it is and how long it runs', () => {
  expect(progressText(RUNNING)).toBe('compiling, 120 of 240');
  expect(progressText({ ...RUNNING, progress: { stage: 'starting', processed: 0, total: null } })).toBe('starting');
  expect(progressText({ ...RUNNING, progress: { stage: 'queued', processed: 0, total: null } })).toBe('starting');
  expect(progressText({ ...RUNNING, status: 'completed' })).toBe('');
  expect(secondsOf(RUNNING, Date.parse('2026-05-08T09:15:30.500Z'))).toBe(6.5);
  expect(secondsOf({ ...RUNNING, finishedAt: '2026-05-08T09:15:26.000Z' })).toBe(2);
  expect(secondsOf({ ...RUNNING, startedAt: null })).toBeUndefined();
});

test('a result is told by its figures, without those that are 0', () => {
  expect(resultFigures({ eventsProcessed: 240, memories: { created: 118, updated: 0 }, note: 'x' })).toEqual([
    ['events processed', 240],
    ['memories created', 118],
  ]);
  expect(resultFigures(null)).toEqual([]);
});
