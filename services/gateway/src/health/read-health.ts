import type { FiringAlert, Health } from '@strata/contracts/schemas/health';
import type { Clock } from '@strata/kernel/clock';
import { cacheFor } from '@strata/kernel/cache-for';
import { ALERT_RULES, type AlertBounds } from './alert-rules.ts';
import { evaluateAlerts, type ActiveAlert } from './evaluate-alerts.ts';
import { backlogOf, type SystemFigures } from './figures.ts';
import { statusOf, worstOf } from './health-rules.ts';
import { within } from './within.ts';

/** One reading of the whole system. */
export interface HealthReading {
  readonly health: Health;
  readonly figures: SystemFigures;
  /** All active alerts, including those that do not fire yet. */
  readonly alerts: readonly ActiveAlert[];
}

export interface ReadHealthParts {
  readonly readFigures: () => Promise<SystemFigures>;
  readonly bounds: AlertBounds;
  readonly version: string;
  readonly clock: Clock;
  /** Called with each alert that starts or stops firing. */
  readonly onAlert: (alert: ActiveAlert, change: 'started' | 'ended') => void;
}

/** A failure must show within a second. The rest of the second is for the reads. */
const SHARED_MS = 100;
/** A reading takes longer when processors are busy, and a probe should not wait for them. */
const PATIENCE_MS = 25;
const OLDEST_MS = 900;
/**
 * A reading asks every service, the database and the broker. When processors are busy it takes longer, and ten a second would take
 * much of what requests need. So the pause after a reading is several times as long as the reading took, up to a bound. It is short
 * enough that the next reading ends before this one is too old to be returned.
 */
const PAUSE_TIMES = 5;
const LONGEST_PAUSE_MS = 300;
const pauseAfter = (tookMs: number): number =>
  Math.max(SHARED_MS, Math.min(LONGEST_PAUSE_MS, PAUSE_TIMES * tookMs, OLDEST_MS - 2 * tookMs));

/**
 * Reads the health of the whole system, at most ten times a second for all callers together. A caller who would wait longer gets
 * the reading before, which began less than a second ago.
 */
export function createReadHealth(parts: ReadHealthParts): () => Promise<HealthReading> {
  const { readFigures, bounds, clock, onAlert } = parts;
  let alerts: readonly ActiveAlert[] = [];

  let last: { readonly reading: HealthReading; readonly startedAt: number } | undefined;
  const read = cacheFor(pauseAfter, async () => {
    const startedAt = performance.now();
    const figures = await readFigures();
    const now = clock.now();
    const before = alerts;
    alerts = evaluateAlerts(ALERT_RULES, figures, bounds, before, now);
    for (const alert of firing(alerts)) if (!isFiringIn(before, alert)) onAlert(alert, 'started');
    for (const alert of firing(before)) if (!isFiringIn(alerts, alert)) onAlert(alert, 'ended');
    const reading = { health: toRecord(figures, alerts, parts, now), figures, alerts };
    last = { reading, startedAt };
    return reading;
  });
  return async () => {
    const before = last;
    const next = read();
    if (before === undefined || performance.now() - before.startedAt > OLDEST_MS) return next;
    return (await within(PATIENCE_MS, () => next)) ?? before.reading;
  };
}

const firing = (alerts: readonly ActiveAlert[]): ActiveAlert[] => alerts.filter(({ isFiring }) => isFiring);

const isFiringIn = (alerts: readonly ActiveAlert[], { rule }: ActiveAlert): boolean =>
  firing(alerts).some((alert) => alert.rule.name === rule.name);

function toRecord(
  figures: SystemFigures,
  alerts: readonly ActiveAlert[],
  { version }: ReadHealthParts,
  now: Date,
): Health {
  const { database, cache, services, queues, oldestSeconds, deadLetters } = figures;
  const subsystems: Health['subsystems'] = {
    database: { status: statusOf('database', figures), connections: database.connections },
    cache: { status: statusOf('cache', figures), ...cache.figures },
    workers: {
      status: statusOf('workers', figures),
      queues,
      totalBacklog: backlogOf(figures),
      oldestSeconds,
      deadLetters,
      services: Object.fromEntries([...services].map(([name, isUp]) => [name, isUp ? 'up' : 'down'])),
    },
  };
  const rules = firing(alerts).map(toFiringAlert);
  return {
    status: worstOf(Object.values(subsystems).map(({ status }) => status)),
    version,
    uptime: Math.round(process.uptime()),
    timestamp: now.toISOString(),
    subsystems,
    alerts: { firing: rules.length, rules },
  };
}

const toFiringAlert = ({ rule, since }: ActiveAlert): FiringAlert => ({
  name: rule.name,
  severity: rule.severity,
  since: since.toISOString(),
  message: rule.message,
});
