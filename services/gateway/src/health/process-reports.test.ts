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

test('taken messages add up over all processes, and the age is that of the oldest', () => {
  reports.record(report('one'));
  reports.record(report('two', { consumers: { [COMMAND]: { waiting: 1, active: 1, oldestSeconds: 7 } } }));
  reports.record(report('other', { consumers: {} }));
  expect(reports.taken(COMMAND)).toMatchObject({ waiting: 3, active: 6, oldestSeconds: 7 });
  expect(reports.taken('learn-compiler.queueLearning')).toMatchObject({ waiting: 0, active: 0, oldestSeconds: 0 });
});

test('a report replaces the earlier one of the same process', () => {
  reports.record(report('one'));
  reports.record(report('one', { consumers: { [COMMAND]: { waiting: 0, active: 1, oldestSeconds: 0 } } }));
  expect(reports.taken(COMMAND)).toMatchObject({ waiting: 0, active: 1, oldestSeconds: 0 });
});

test('a process that stops, or does not report for three seconds, no longer counts', () => {
  reports.record(report('stopped'));
  reports.record(report('killed'));
  reports.record(report('stopped', { isLeaving: true }));
  expect(reports.taken(COMMAND).active).toBe(5);
  now = 3_000;
  reports.record(report('alive'));
  expect(reports.taken(COMMAND).active).toBe(10);
  now = 3_001;
  expect(reports.taken(COMMAND).active).toBe(5);
});

test('units add up, and the mean of a message is that of all processes, kept while none reports', () => {
  const none = { waiting: 0, active: 0, perMessage: 1 };
  expect(reports.taken(COMMAND).units).toEqual(none);
  const taken = { waiting: 2, active: 5, oldestSeconds: 1 };
  const reportOf = (instance: string, units: { waiting: number; active: number; perMessage: number }) =>
    report(instance, { consumers: { [COMMAND]: { ...taken, units } } });
  reports.record(reportOf('one', { waiting: 200, active: 500, perMessage: 100 }));
  reports.record(reportOf('two', { waiting: 20, active: 50, perMessage: 10 }));
  expect(reports.taken(COMMAND).units).toEqual({ waiting: 220, active: 550, perMessage: 55 });
  now = 10_000;
  expect(reports.taken(COMMAND).units).toEqual({ ...none, perMessage: 55 });
});

test('each message of a process of an earlier version counts as one', () => {
  reports.record(report('earlier'));
  expect(reports.taken(COMMAND).units).toEqual({ waiting: 2, active: 5, perMessage: 1 });
});

test('pools are those of the other processes that have one', () => {
  reports.record(report('self'));
  reports.record(report('other'));
  reports.record(report('without', { connections: null }));
  expect(reports.pools('self')).toEqual([{ total: 3, idle: 1, waiting: 0, max: 10 }]);
});
