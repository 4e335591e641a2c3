import { expect, test } from '@jest/globals';
import {
  queueLearning,
  readJobFigures,
  readLearnJob,
  readLearnSeries,
  readLearnUsage,
} from '@strata/contracts/calls/learn';
import type { SeriesBucket } from '@strata/contracts/schemas/usage';
import { operationCall } from '@strata/contracts/operation';
import { listMemories } from '@strata/contracts/operations/memories';
import type { RequestContext } from '@strata/kernel/actor';
import { newId } from '@strata/kernel/ids';
import { eventually } from '@strata/testkit/eventually';
import { tenant, type learnFixture } from './learn-fixture.ts';
import { supportEvents } from './support-events-fixture.ts';

/** The figures of jobs, and the usage that the learn-compiler counts. */
export function usageRules({
  bus,
  neighbours,
  learn,
  artifacts,
}: Omit<ReturnType<typeof learnFixture>, 'memories'>): void {
  /** What was learned in the last day, all hours or days together. */
  const seriesOf = async (context: RequestContext, bucket: SeriesBucket = 'hour') => {
    const since = new Date(Date.now() - 86_400_000).toISOString();
    const { points } = await bus.call(readLearnSeries, { bucket, since }, context);
    const sum = (figure: 'memories' | 'artifacts' | 'completed' | 'failed') =>
      points.reduce((total, point) => total + point[figure], 0);
    return {
      memories: sum('memories'),
      artifacts: sum('artifacts'),
      completed: sum('completed'),
      failed: sum('failed'),
    };
  };

  test('reports how many jobs wait, how long the oldest has waited, and how many failed', async () => {
    const context = tenant();
    const figures = () => bus.call(readJobFigures, {}, context);
    // The deletions of earlier tests queue jobs.
    const before = await eventually(async () => {
      const now = await figures();
      return now.waiting === 0 && now.active === 0 ? now : undefined;
    });
    expect(before.oldestSeconds).toBe(0);
    neighbours.addEvents(context.scope, supportEvents());
    neighbours.completeFailures = Number.POSITIVE_INFINITY;
    const jobId = newId('lrn');
    const anHourAgo = new Date(Date.now() - 3_600_000).toISOString();
    await bus.send(queueLearning, { jobId, request: {}, requestedAt: anHourAgo }, context);
    const waiting = await eventually(async () => {
      const now = await figures();
      return now.waiting === 1 && now;
    });
    expect(waiting.oldestSeconds).toBeGreaterThan(3_599);

    const fail = (): void => {
      neighbours.afterClaim = fail;
      throw new Error('This cannot be claimed');
    };
    neighbours.afterClaim = fail;
    await eventually(async () => (await bus.call(readLearnJob, { jobId }, context)).status === 'failed');
    neighbours.afterClaim = undefined;
    neighbours.completeFailures = 0;
    expect(await figures()).toEqual({ ...before, failed: before.failed + 1 });
    expect(await seriesOf(context)).toMatchObject({ completed: 0, failed: 1 });
  });

  test('counts stored memories and artifacts, and the jobs of the day, as usage', async () => {
    const context = tenant();
    neighbours.addEvents(context.scope, supportEvents());
    await learn(context);
    const usage = await bus.call(readLearnUsage, { day: new Date().toISOString().slice(0, 10) }, context);
    const listed = await bus.call(operationCall(listMemories), { params: {}, query: {} }, context);
    expect(usage).toEqual({
      memories: listed.pagination.total,
      artifacts: (await artifacts(context)).length,
      compilations: 1,
      automaticCompilations: 0,
    });
    const learned = { memories: usage.memories, artifacts: usage.artifacts, completed: 1, failed: 0 };
    for (const bucket of ['hour', 'day'] as const) expect(await seriesOf(context, bucket)).toEqual(learned);
    // Known events give nothing new, and a job for them is one more.
    await learn(context);
    expect(await seriesOf(context)).toEqual({ ...learned, completed: 2 });
  });

  test('counts a job once, on the UTC day of its request, however often it is delivered and tried', async () => {
    const context = tenant();
    neighbours.addEvents(context.scope, supportEvents());
    const jobs = [
      { jobId: newId('lrn'), request: {}, requestedAt: '2026-12-31T23:59:59.999Z' },
      { jobId: newId('lrn'), request: {}, requestedAt: '2027-01-01T00:00:00.000Z' },
    ];
    const deliver = () => Promise.all(jobs.map((job) => bus.send(queueLearning, job, context)));
    neighbours.indexFailures = 1;
    await Promise.all([deliver(), deliver(), deliver()]);
    for (const { jobId } of jobs)
      await eventually(async () => (await bus.call(readLearnJob, { jobId }, context)).status === 'completed');
    await deliver();
    const countOn = async (day: string) => (await bus.call(readLearnUsage, { day }, context)).compilations;
    expect(await Promise.all(['2026-12-30', '2026-12-31', '2027-01-01', '2027-01-02'].map(countOn))).toEqual([
      0, 1, 1, 0,
    ]);
    expect(await seriesOf(context)).toMatchObject({ completed: 2, failed: 0 });
  });
}
