import { describe, expect, it } from '@jest/globals';
import { healthSchema } from '@strata/contracts/schemas/health';
import { eventually } from '@strata/testkit/eventually';
import { healthyFigures } from '../../test/healthy-figures.ts';
import type { SystemFigures } from './figures.ts';
import { createReadHealth } from './read-health.ts';

/** A quick reading is shared for so long. */
const SHARED_MS = 100;
const NOW = new Date('2026-03-04T05:06:07.000Z');
const bounds = {
  backlog: 100,
  captureAgeSeconds: 60,
  learnAgeSeconds: 600,
  connectionUtilization: 90,
  errorRatePercent: 5,
  errorRateRequests: 50,
};
const cacheGone = { ...healthyFigures, cache: { ...healthyFigures.cache, responds: false } };

function createFixture(figures: SystemFigures) {
  const changes: string[] = [];
  const state: { figures: SystemFigures; readings: number; hang?: Promise<unknown> } = { figures, readings: 0 };
  const read = createReadHealth({
    readFigures: async () => {
      state.readings += 1;
      await state.hang;
      return state.figures;
    },
    bounds,
    version: '1.2.3',
    clock: { now: () => NOW },
    onAlert: ({ rule }, change) => changes.push(`${rule.name} ${change}`),
  });
  return { read, changes, state };
}

describe('The health of the system', () => {
  it('includes every figure', async () => {
    const queues = { capture: { waiting: 7, active: 2, failed: 0 }, learn: { waiting: 2, active: 1, failed: 0 } };
    const { health } = await createFixture({
      ...healthyFigures,
      queues,
      oldestSeconds: { capture: 3, learn: 4 },
    }).read();
    expect(healthSchema.parse(health)).toEqual({
      status: 'healthy',
      version: '1.2.3',
      uptime: expect.any(Number),
      timestamp: NOW.toISOString(),
      subsystems: {
        database: { status: 'healthy', connections: healthyFigures.database.connections },
        cache: { status: 'healthy', ...healthyFigures.cache.figures },
        workers: {
          status: 'healthy',
          queues,
          // Seven events that wait, and two in progress.
          totalBacklog: 9,
          oldestSeconds: { capture: 3, learn: 4 },
          deadLetters: { 'ingest.storeEvents': 0 },
          services: { ingest: 'up', synthesis: 'up' },
        },
      },
      alerts: { firing: 0, rules: [] },
    });
  });

  it('is that of its worst subsystem, and lists the firing alerts', async () => {
    const { health } = await createFixture(cacheGone).read();
    expect(healthSchema.parse(health)).toMatchObject({
      status: 'degraded',
      subsystems: { cache: { status: 'degraded' }, database: { status: 'healthy' } },
      alerts: {
        firing: 1,
        rules: [{ name: 'cache_down', severity: 'warning', since: NOW.toISOString(), message: expect.any(String) }],
      },
    });
  });

  it('reports once that an alert starts, and once that it ends', async () => {
    const { read, changes, state } = createFixture(cacheGone);
    const seen = async (count: number): Promise<void> => {
      await eventually(async () => {
        await read();
        return state.readings >= count;
      });
    };
    await seen(2);
    state.figures = healthyFigures;
    await seen(4);
    expect(changes).toEqual(['cache_down started', 'cache_down ended']);
  });

  it('is the one before for a caller who would wait longer, as long as that is not a second old', async () => {
    const { read, state } = createFixture(healthyFigures);
    await read();
    state.figures = cacheGone;
    let isHanging = true;
    state.hang = eventually(() => !isHanging);
    const statuses = new Set<string>();
    await eventually(async () => {
      statuses.add((await read()).health.status);
      return state.readings === 2;
    });
    expect([...statuses]).toEqual(['healthy']);
    isHanging = false;
    await eventually(async () => (await read()).health.status === 'degraded');
  });

  it('is read less often while a reading takes long', async () => {
    const { read, state } = createFixture(healthyFigures);
    const SLOW_MS = 60;
    state.hang = new Promise((resolve) => setTimeout(resolve, SLOW_MS));
    await read();
    await new Promise((resolve) => setTimeout(resolve, 2 * SHARED_MS));
    await read();
    expect(state.readings).toBe(1);
    await eventually(async () => {
      await read();
      return state.readings === 2;
    });
  });

  it('is read once for concurrent callers', async () => {
    const { read, state } = createFixture(healthyFigures);
    await Promise.all([read(), read(), read()]);
    expect(state.readings).toBe(1);
  });
});
