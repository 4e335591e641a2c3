import type { Health, HealthStatus } from '@strata/contracts/schemas/health';
import type { Clock } from '@strata/kernel/clock';
import { countFiringAlerts, type AlertBounds } from './alerts.ts';
import type { CacheFigures, ConnectionFigures, QueueFigures } from './figures.ts';
import { within } from './within.ts';

/** How each subsystem is asked. A question that fails, or is not answered in time, makes its subsystem unhealthy. */
export interface HealthParts {
  readonly version: string;
  readonly clock: Clock;
  readonly alertBounds: AlertBounds;
  readonly pingDatabase: () => Promise<void>;
  readonly connections: () => ConnectionFigures;
  readonly cache: () => Promise<CacheFigures>;
  /** The services that do the work. */
  readonly captureQueue: () => Promise<QueueFigures>;
  readonly learnQueue: () => Promise<QueueFigures>;
  /** Whether the search index can be asked. */
  readonly searchReady: () => Promise<boolean>;
  /** The broker's own figures of the same queues, for when their service does not answer. */
  readonly captureBacklog: () => Promise<QueueFigures>;
  readonly learnBacklog: () => Promise<QueueFigures>;
}

const BOUND_MS = 800;
const NO_CACHE_FIGURES: CacheFigures = {
  latencyMs: 0,
  persistence: { aof_enabled: false, rdb_last_save_time: 0 },
  memory: { used_memory_mb: 0, maxmemory_mb: 0, maxmemory_policy: 'unknown' },
};
const EMPTY_QUEUE: QueueFigures = { waiting: 0, active: 0, failed: 0 };

/** Reads the health of the whole service, within a second whatever hangs. Callers who ask together share one reading. */
export function createReadHealth(parts: HealthParts): () => Promise<Health> {
  const readCache = cacheReader(parts);
  let underWay: Promise<Health> | undefined;

  const read = async (): Promise<Health> => {
    const [database, cache, capture, learn, search] = await Promise.all([
      within(BOUND_MS, () => parts.pingDatabase().then(() => true)),
      readCache(),
      readQueue(parts.captureQueue, parts.captureBacklog),
      readQueue(parts.learnQueue, parts.learnBacklog),
      within(BOUND_MS, parts.searchReady),
    ]);
    const subsystems = {
      database: { status: statusOf(database === true), connections: parts.connections() },
      cache,
      workers: {
        status: statusOf(capture.answered && learn.answered && search === true),
        queues: { capture: capture.figures, learn: learn.figures },
        totalBacklog: capture.figures.waiting + learn.figures.waiting,
      },
    };
    return {
      status: statusOf(Object.values(subsystems).every(({ status }) => status === 'healthy')),
      version: parts.version,
      uptime: Math.round(process.uptime()),
      timestamp: parts.clock.now().toISOString(),
      subsystems,
      alerts: { firing: countFiringAlerts(subsystems, parts.alertBounds) },
    };
  };

  return () => {
    underWay ??= read().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}

/** While the cache does not answer, its last figures stand. */
function cacheReader({ cache }: HealthParts): () => Promise<CacheFigures & { status: HealthStatus }> {
  let last = NO_CACHE_FIGURES;
  return async () => {
    const figures = await within(BOUND_MS, cache);
    last = figures ?? last;
    return { status: statusOf(figures !== undefined), ...last };
  };
}

async function readQueue(
  ask: () => Promise<QueueFigures>,
  askBroker: () => Promise<QueueFigures>,
): Promise<{ answered: boolean; figures: QueueFigures }> {
  const broker = within(BOUND_MS, askBroker);
  const figures = await within(BOUND_MS, ask);
  return { answered: figures !== undefined, figures: figures ?? (await broker) ?? EMPTY_QUEUE };
}

const statusOf = (well: boolean): HealthStatus => (well ? 'healthy' : 'unhealthy');
