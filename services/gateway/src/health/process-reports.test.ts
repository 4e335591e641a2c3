import { beforeEach, expect, test } from '@jest/globals';
import type { ProcessReport } from '@strata/contracts/calls/process';
import { ProcessReports } from './process-reports.ts';

const COMMAND = 'ingest.storeEvents';
let now: number;
let reports: ProcessReports;

const report = (instance: string, more: Partial<ProcessReport> = {}): ProcessReport => ({
  service: 'ingest',
  instance,
  connections: { total: 3, idle: 1, waiting: 0, max: 10 },
  consumers: { [COMMAND]: { waiting: 2, active: 5, oldestSeconds: 1 } },
  isLeaving: false,
  ...more,
});

beforeEach(() => {
  now = 0;
  reports = new ProcessReports(() => now);
});

test('what every process has taken of a queue adds up, and its age is that of the oldest', () => {
  reports.take(report('one'));
  reports.take(report('two', { consumers: { [COMMAND]: { waiting: 1, active: 1, oldestSeconds: 7 } } }));
  reports.take(report('other', { consumers: {} }));
  expect(reports.taken(COMMAND)).toEqual({ waiting: 3, active: 6, oldestSeconds: 7 });
  expect(reports.taken('learn-compiler.queueLearning')).toEqual({ waiting: 0, active: 0, oldestSeconds: 0 });
});

test('a later report of a process takes the place of its earlier one', () => {
  reports.take(report('one'));
  reports.take(report('one', { consumers: { [COMMAND]: { waiting: 0, active: 1, oldestSeconds: 0 } } }));
  expect(reports.taken(COMMAND)).toEqual({ waiting: 0, active: 1, oldestSeconds: 0 });
});

test('a process that says goodbye, or is not heard of for three seconds, no longer counts', () => {
  reports.take(report('stopped'));
  reports.take(report('killed'));
  reports.take(report('stopped', { isLeaving: true }));
  expect(reports.taken(COMMAND).active).toBe(5);
  now = 3_000;
  reports.take(report('alive'));
  expect(reports.taken(COMMAND).active).toBe(10);
  now = 3_001;
  expect(reports.taken(COMMAND).active).toBe(5);
});

test('pools are those of the others that have one', () => {
  reports.take(report('self'));
  reports.take(report('other'));
  reports.take(report('without', { connections: null }));
  expect(reports.pools('self')).toEqual([{ total: 3, idle: 1, waiting: 0, max: 10 }]);
});
