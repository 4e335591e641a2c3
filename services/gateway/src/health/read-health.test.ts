import { describe, expect, it } from '@jest/globals';
import { healthSchema } from '@strata/contracts/schemas/health';
import { eventually } from '@strata/testkit/eventually';
import { wellFigures } from '../../test/well-figures.ts';
import type { SystemFigures } from './figures.ts';
import { createReadHealth } from './read-health.ts';

const NOW = new Date('2026-03-04T05:06:07.000Z');
const bounds = {
  backlog: 100,
  captureAgeSeconds: 60,
  learnAgeSeconds: 600,
  connectionUtilization: 90,
  errorRatePercent: 5,
  errorRateRequests: 50,
};
const cacheGone = { ...wellFigures, cache: { ...wellFigures.cache, answers: false } };

function startReading(figures: SystemFigures) {
  const changes: string[] = [];
  const state = { figures, readings: 0 };
  const read = createReadHealth({
    readFigures: async () => {
      state.readings += 1;
      return state.figures;
    },
    bounds,
    version: '1.2.3',
    clock: { now: () => NOW },
    onAlert: ({ rule }, change) => changes.push(`${rule.name} ${change}`),
  });
  return { read, changes, state };
}

describe('readHealth', () => {
  it('shows every figure', async () => {
    const queues = { capture: { waiting: 7, active: 2, failed: 0 }, learn: { waiting: 2, active: 1, failed: 0 } };
    const { health } = await startReading({ ...wellFigures, queues, oldestSeconds: { capture: 3, learn: 4 } }).read();
    expect(healthSchema.parse(health)).toEqual({
      status: 'healthy',
      version: '1.2.3',
      uptime: expect.any(Number),
      timestamp: NOW.toISOString(),
      subsystems: {
        database: { status: 'healthy', connections: wellFigures.database.connections },
        cache: { status: 'healthy', ...wellFigures.cache.figures },
        workers: {
          status: 'healthy',
          queues,
          totalBacklog: 9,
          oldestSeconds: { capture: 3, learn: 4 },
          services: { ingest: 'up', synthesis: 'up' },
        },
      },
      alerts: { firing: 0, rules: [] },
    });
  });

  it('is as bad as its worst subsystem, and lists the alerts that fire', async () => {
    const { health } = await startReading(cacheGone).read();
    expect(healthSchema.parse(health)).toMatchObject({
      status: 'degraded',
      subsystems: { cache: { status: 'degraded' }, database: { status: 'healthy' } },
      alerts: {
        firing: 1,
        rules: [{ name: 'cache_down', severity: 'warning', since: NOW.toISOString(), message: expect.any(String) }],
      },
    });
  });

  it('tells once that an alert begins, and once that it ends', async () => {
    const { read, changes, state } = startReading(cacheGone);
    const seen = async (count: number): Promise<void> => {
      await eventually(async () => {
        await read();
        return state.readings >= count;
      });
    };
    await seen(2);
    state.figures = wellFigures;
    await seen(4);
    expect(changes).toEqual(['cache_down begun', 'cache_down ended']);
  });

  it('is read once for all who ask together', async () => {
    const { read, state } = startReading(wellFigures);
    await Promise.all([read(), read(), read()]);
    expect(state.readings).toBe(1);
  });
});
