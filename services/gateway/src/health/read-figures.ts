import type { ServiceName } from '@strata/contracts/message';
import type { HealthStatus } from '@strata/contracts/schemas/health';
import type { Backlog, CacheFigures, ConnectionFigures, JobFigures, PoolCounts, SystemFigures } from './figures.ts';
import type { Taken } from './process-reports.ts';
import { createProbe, remembering } from './probe.ts';

/** How the figures of each part are read. A part that rejects or takes too long does not respond. */
export interface SystemParts {
  readonly pingDatabase: () => Promise<void>;
  /** The pools of this process and of all others. */
  readonly ownPool: () => PoolCounts;
  readonly otherPools: () => readonly PoolCounts[];
  readonly pingBus: (withinMs: number) => Promise<void>;
  /** Whether the bus is known to be disconnected. */
  readonly isBusAway: () => boolean;
  readonly cache: () => Promise<CacheFigures>;
  /** The other services, all of which must run. */
  readonly services: readonly ServiceName[];
  readonly readServiceStatus: (service: ServiceName) => Promise<HealthStatus>;
  readonly captureBacklog: () => Promise<Backlog>;
  readonly learnBacklog: () => Promise<Backlog>;
  readonly learnJobs: () => Promise<JobFigures>;
  readonly deadLetters: () => Promise<SystemFigures['deadLetters']>;
  /** The messages that consumers have taken from each queue. */
  readonly captureTaken: () => Taken;
  readonly learnTaken: () => Taken;
  readonly requests: () => SystemFigures['requests'];
  readonly isShedding: () => boolean;
}

const BOUND_MS = 800;
/** Less: a cache that hangs has already delayed the request for the health record, whose headers show a limit read from it. */
const CACHE_BOUND_MS = 400;
const NO_BACKLOG: Backlog = { waiting: 0, failed: 0 };
const NO_JOBS: JobFigures = { waiting: 0, active: 0, failed: 0, oldestSeconds: 0 };
const NO_CACHE_FIGURES: CacheFigures = {
  latencyMs: 0,
  persistence: { aof_enabled: false, rdb_last_save_time: 0 },
  memory: { used_memory_mb: 0, maxmemory_mb: 0, maxmemory_policy: 'unknown' },
};

/** Reads all parts of the system at once, within a second even if some of them hang. */
export function createReadFigures(parts: SystemParts): () => Promise<SystemFigures> {
  const overBus = <T>(read: () => Promise<T>) =>
    createProbe(BOUND_MS, () => (parts.isBusAway() ? Promise.reject(new Error('away')) : read()));
  const database = createProbe(BOUND_MS, () => parts.pingDatabase().then(() => true));
  const bus = overBus(() => parts.pingBus(BOUND_MS).then(() => true));
  const services = parts.services.map((name) => ({ name, probe: overBus(() => parts.readServiceStatus(name)) }));
  const cache = remembering(createProbe(CACHE_BOUND_MS, parts.cache), NO_CACHE_FIGURES);
  const captureBacklog = remembering(overBus(parts.captureBacklog), NO_BACKLOG);
  const learnBacklog = remembering(overBus(parts.learnBacklog), NO_BACKLOG);
  const learnJobs = remembering(overBus(parts.learnJobs), NO_JOBS);
  const deadLetters = remembering(overBus(parts.deadLetters), {});

  return async function readFigures() {
    const [databaseResponds, busResponds, cached, inCaptureQueue, inLearnQueue, jobs, dead, states] = await Promise.all(
      [
        database(),
        bus(),
        cache(),
        captureBacklog(),
        learnBacklog(),
        learnJobs(),
        deadLetters(),
        Promise.all(services.map(async ({ name, probe }) => [name, (await probe()) === 'healthy'] as const)),
      ],
    );
    const [storing, queueing] = [parts.captureTaken(), parts.learnTaken()];
    return {
      database: { responds: databaseResponds === true, ...poolsOf([parts.ownPool(), ...parts.otherPools()]) },
      bus: { responds: busResponds === true },
      cache: { responds: cached.responded, figures: cached.value },
      services: new Map(states),
      queues: {
        capture: {
          // What no process has taken can only be counted in messages.
          waiting: storing.units.waiting + Math.round(inCaptureQueue.value.waiting * storing.units.perMessage),
          active: storing.units.active,
          failed: inCaptureQueue.value.failed,
        },
        learn: {
          // A learn command that is not stored as a job yet counts as a waiting job.
          waiting: jobs.value.waiting + inLearnQueue.value.waiting + queueing.waiting + queueing.active,
          active: jobs.value.active,
          failed: jobs.value.failed + inLearnQueue.value.failed,
        },
      },
      oldestSeconds: {
        capture: Math.round(storing.oldestSeconds),
        learn: Math.round(Math.max(queueing.oldestSeconds, jobs.value.oldestSeconds)),
      },
      captureMessages: { waiting: inCaptureQueue.value.waiting + storing.waiting, active: storing.active },
      deadLetters: dead.value,
      requests: parts.requests(),
      isShedding: parts.isShedding(),
    };
  };
}

function poolsOf(pools: readonly PoolCounts[]): { connections: ConnectionFigures; fullestPoolPercent: number } {
  const sum = (count: (pool: PoolCounts) => number): number => pools.reduce((total, pool) => total + count(pool), 0);
  const counts = {
    total: sum(({ total }) => total),
    idle: sum(({ idle }) => idle),
    waiting: sum(({ waiting }) => waiting),
    max: sum(({ max }) => max),
  };
  return {
    connections: { ...counts, utilizationPercent: utilization(counts) },
    fullestPoolPercent: Math.max(0, ...pools.map(utilization)),
  };
}

const utilization = ({ total, idle, max }: PoolCounts): number => Math.round(((total - idle) / max) * 100);
