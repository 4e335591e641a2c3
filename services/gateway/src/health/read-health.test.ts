import { describe, expect, it } from '@jest/globals';
import { healthSchema } from '@strata/contracts/schemas/health';
import { systemClock } from '@strata/kernel/clock';
import { createReadHealth, type HealthParts } from './read-health.ts';

const cache = {
  latencyMs: 0.5,
  persistence: { aof_enabled: true, rdb_last_save_time: 1_700_000_000 },
  memory: { used_memory_mb: 3, maxmemory_mb: 0, maxmemory_policy: 'noeviction' },
};
const queue = (waiting = 0, failed = 0) => ({ waiting, active: 1, failed });
const connections = { total: 4, idle: 3, waiting: 0, max: 10, utilizationPercent: 10 };

const healthOf = (parts: Partial<HealthParts> = {}) =>
  createReadHealth({
    version: '1.2.3',
    clock: systemClock,
    alertBounds: { backlog: 100, connectionUtilization: 90 },
    pingDatabase: async () => undefined,
    connections: () => connections,
    cache: async () => cache,
    captureQueue: async () => queue(),
    searchReady: async () => true,
    learnQueue: async () => queue(),
    captureBacklog: async () => queue(),
    learnBacklog: async () => queue(),
    ...parts,
  });

const never = <T>(): Promise<T> => new Promise<T>(() => undefined);
const broken = async (): Promise<never> => {
  throw new Error('down');
};

describe('readHealth', () => {
  it('shows every figure as it was told', async () => {
    const health = await healthOf({ captureQueue: async () => queue(7), learnQueue: async () => queue(2) })();
    expect(healthSchema.parse(health)).toMatchObject({
      status: 'healthy',
      version: '1.2.3',
      subsystems: {
        database: { status: 'healthy', connections },
        cache: { status: 'healthy', ...cache },
        workers: { status: 'healthy', queues: { capture: queue(7), learn: queue(2) }, totalBacklog: 9 },
      },
      alerts: { firing: 0 },
    });
  });

  it.each<[string, Partial<HealthParts>]>([
    ['database', { pingDatabase: broken }],
    ['cache', { cache: broken }],
    ['workers', { captureQueue: broken }],
    ['workers', { searchReady: broken }],
    ['workers', { learnQueue: broken }],
  ])('says that the %s is not well, and fires an alert', async (subsystem, parts) => {
    const { status, subsystems, alerts } = await healthOf(parts)();
    const ill = Object.entries(subsystems).filter(([, state]) => state.status !== 'healthy');
    expect([status, ill.map(([name]) => name), alerts.firing]).toEqual(['unhealthy', [subsystem], 1]);
  });

  it('answers with a whole record when everything hangs', async () => {
    const hanging = {
      pingDatabase: never<void>,
      cache: never<never>,
      captureQueue: never<never>,
      learnQueue: never<never>,
    };
    const health = await healthOf({ ...hanging, captureBacklog: never<never>, learnBacklog: never<never> })();
    expect(healthSchema.parse(health).status).toBe('unhealthy');
  });

  it("shows the broker's figures while a worker does not answer", async () => {
    const { subsystems } = await healthOf({ captureQueue: broken, captureBacklog: async () => queue(5, 1) })();
    expect(subsystems.workers.queues.capture).toEqual(queue(5, 1));
  });

  it('keeps the last figures of a cache that has gone', async () => {
    let up = true;
    const read = healthOf({ cache: () => (up ? Promise.resolve(cache) : broken()) });
    await read();
    up = false;
    expect((await read()).subsystems.cache).toEqual({ status: 'unhealthy', ...cache });
    up = true;
    expect((await read()).status).toBe('healthy');
  });

  it.each<[string, Partial<HealthParts>]>([
    ['a long backlog', { captureQueue: async () => queue(60), learnQueue: async () => queue(41) }],
    ['dead letters of captures', { captureQueue: async () => queue(0, 1) }],
    ['dead letters of learning', { learnQueue: async () => queue(0, 3) }],
    ['few connections left', { connections: () => ({ ...connections, utilizationPercent: 91 }) }],
  ])('fires an alert for %s without calling anything ill', async (_, parts) => {
    const { status, alerts } = await healthOf(parts)();
    expect([status, alerts.firing]).toEqual(['healthy', 1]);
  });

  it('is read once for all who ask at the same time', async () => {
    let pings = 0;
    const read = healthOf({ pingDatabase: async () => void (pings += 1) });
    await Promise.all([read(), read(), read()]);
    expect(pings).toBe(1);
    await read();
    expect(pings).toBe(2);
  });
});
