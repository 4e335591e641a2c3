import { cacheFor } from '@strata/kernel/cache-for';
import { VERSION } from '@strata/kernel/version';
import type { Health, HealthCheck, HealthReport, HealthStatus, SubsystemHealth } from './health.ts';

export interface HealthOptions {
  /** Default: the version of this system. */
  readonly version?: string;
  readonly checks: Readonly<Record<string, HealthCheck>>;
  /** Maximum milliseconds of one check (default 800). */
  readonly timeoutMs?: number;
}

const DEFAULT_TIMEOUT_MS = 800;
/** With the timeout of a check, less than the second within which a failure must show. */
const CACHED_MS = 100;
const BADNESS: Readonly<Record<HealthStatus, number>> = { healthy: 0, degraded: 1, unhealthy: 2 };

/** The health of a process from the checks of its subsystems. Concurrent callers share one run of the checks. */
export function createHealth({ version = VERSION, checks, timeoutMs = DEFAULT_TIMEOUT_MS }: HealthOptions): Health {
  return cacheFor(CACHED_MS, async () => {
    const names = Object.entries(checks);
    const results = await Promise.all(
      names.map(async ([name, check]) => [name, await runCheck(check, timeoutMs)] as const),
    );
    return {
      status: worst(results.map(([, result]) => result.status)),
      version,
      uptime: Math.round(process.uptime()),
      timestamp: new Date().toISOString(),
      subsystems: Object.fromEntries(results),
    } satisfies HealthReport;
  });
}

/** Runs one check. A failure or timeout is `unhealthy`, without its cause. */
export async function runCheck(check: HealthCheck, timeoutMs: number): Promise<SubsystemHealth> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<SubsystemHealth>((resolve) => {
    timer = setTimeout(() => {
      resolve({ status: 'unhealthy', reason: 'no response in time' });
    }, timeoutMs);
  });
  try {
    return await Promise.race([Promise.resolve().then(check), late]);
  } catch {
    return { status: 'unhealthy', reason: 'check failed' };
  } finally {
    clearTimeout(timer);
  }
}

/** The worst of several states; healthy for an empty list. */
export const worst = (statuses: readonly HealthStatus[]): HealthStatus =>
  statuses.reduce<HealthStatus>((sofar, status) => (BADNESS[status] > BADNESS[sofar] ? status : sofar), 'healthy');
