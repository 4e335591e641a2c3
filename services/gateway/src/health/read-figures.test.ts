import { describe, expect, it } from '@jest/globals';
import { createReadFigures, type SystemParts } from './read-figures.ts';

const cache = {
  latencyMs: 0.5,
  persistence: { aof_enabled: true, rdb_last_save_time: 1_700_000_000 },
  memory: { used_memory_mb: 3, maxmemory_mb: 0, maxmemory_policy: 'noeviction' },
};
const pool = (total: number, idle: number, max: number) => ({ total, idle, waiting: 1, max });
const nothingTaken = { waiting: 0, active: 0, units: { waiting: 0, active: 0, perMessage: 1 }, oldestSeconds: 0 };

const partsWith = (parts: Partial<SystemParts> = {}): SystemParts => ({
  pingDatabase: async () => undefined,
  ownPool: () => pool(4, 3, 10),
  otherPools: () => [],
  pingBus: async () => undefined,
  isBusAway: () => false,
  cache: async () => cache,
  services: ['ingest', 'synthesis'],
  readServiceStatus: async () => 'healthy',
  captureBacklog: async () => ({ waiting: 0, failed: 0 }),
  learnBacklog: async () => ({ waiting: 0, failed: 0 }),
  deadLetters: async () => ({ 'ingest.storeEvents': 0 }),
  learnJobs: async () => ({ waiting: 0, active: 0, failed: 0, oldestSeconds: 0 }),
  captureTaken: () => nothingTaken,
  learnTaken: () => nothingTaken,
  requests: () => ({ all: 7, failed: 1 }),
  isShedding: () => false,
  ...parts,
});
const figuresOf = (parts?: Partial<SystemParts>) => createReadFigures(partsWith(parts))();

const never = <T>(): Promise<T> => new Promise<T>(() => undefined);
const broken = async (): Promise<never> => {
  throw new Error('down');
};

describe('The figures of the system', () => {
  it('add up the pools of all processes, and include the fullest', async () => {
    const { database } = await figuresOf({ otherPools: () => [pool(5, 0, 5), pool(6, 3, 25)] });
    expect(database).toEqual({
      responds: true,
      connections: { total: 15, idle: 6, waiting: 3, max: 40, utilizationPercent: 23 },
      fullestPoolPercent: 100,
    });
  });

  it('count the events of messages at the broker and of those that processes have taken, and jobs', async () => {
    const { queues, captureMessages, oldestSeconds } = await figuresOf({
      captureBacklog: async () => ({ waiting: 5, failed: 1 }),
      captureTaken: () => ({
        waiting: 2,
        active: 3,
        units: { waiting: 150, active: 301, perMessage: 90.25 },
        oldestSeconds: 4.4,
      }),
      learnBacklog: async () => ({ waiting: 1, failed: 2 }),
      learnTaken: () => ({ ...nothingTaken, waiting: 1, active: 1, oldestSeconds: 1 }),
      learnJobs: async () => ({ waiting: 10, active: 2, failed: 3, oldestSeconds: 70.6 }),
    });
    expect(queues).toEqual({
      // 150 and 5 times 90.25.
      capture: { waiting: 601, active: 301, failed: 1 },
      learn: { waiting: 13, active: 2, failed: 5 },
    });
    expect(captureMessages).toEqual({ waiting: 7, active: 3 });
    expect(oldestSeconds).toEqual({ capture: 4, learn: 71 });
  });

  it('include which services do not respond or cannot work', async () => {
    const { services } = await figuresOf({
      services: ['ingest', 'synthesis', 'learn-compiler'],
      readServiceStatus: (service) =>
        service === 'ingest' ? broken() : Promise.resolve(service === 'synthesis' ? 'unhealthy' : 'healthy'),
    });
    expect([...services]).toEqual([
      ['ingest', false],
      ['synthesis', false],
      ['learn-compiler', true],
    ]);
  });

  it('are read even if everything hangs', async () => {
    const {
      database,
      bus,
      cache: cached,
      services,
    } = await figuresOf({
      pingDatabase: never<void>,
      pingBus: never<void>,
      cache: never<never>,
      readServiceStatus: never<never>,
      captureBacklog: never<never>,
      learnBacklog: never<never>,
      learnJobs: never<never>,
    });
    expect([database.responds, bus.responds, cached.responds, [...services.values()]]).toEqual([
      ...[false, false, false],
      [false, false],
    ]);
  });

  it('are not read over a bus that is known to be disconnected', async () => {
    let calls = 0;
    const hang = (): Promise<never> => {
      calls += 1;
      return never();
    };
    const { bus, services } = await figuresOf({
      isBusAway: () => true,
      pingBus: hang,
      readServiceStatus: hang,
      learnJobs: hang,
    });
    expect([bus.responds, services.get('ingest'), calls]).toEqual([false, false, 0]);
  });

  it('keep their last known value while a part is away', async () => {
    let isUp = true;
    const whileUp =
      <T>(value: T) =>
      (): Promise<T> =>
        isUp ? Promise.resolve(value) : broken();
    const read = createReadFigures(
      partsWith({ cache: whileUp(cache), captureBacklog: whileUp({ waiting: 9, failed: 1 }) }),
    );
    const before = await read();
    isUp = false;
    const after = await read();
    expect([after.cache, after.queues.capture]).toEqual([
      { responds: false, figures: cache },
      { waiting: 9, active: 0, failed: 1 },
    ]);
    isUp = true;
    expect(await read()).toEqual(before);
  });

  it('are not read again before an earlier read has settled', async () => {
    let calls = 0;
    const read = createReadFigures(
      partsWith({
        pingDatabase: () => {
          calls += 1;
          return never();
        },
      }),
    );
    await read();
    await read();
    expect(calls).toBe(1);
  });
});
