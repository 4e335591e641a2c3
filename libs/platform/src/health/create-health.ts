import { cacheFor } from '@strata/kernel/cache-for';
import { VERSION } from '@strata/kernel/version';
import type { Health, HealthCheck, HealthReport, HealthStatus, SubsystemHealth } from './health.ts';

export interface HealthOptions {
  /** Default the product's. */
  readonly version?: string;
  readonly checks: Readonly<Record<string, HealthCheck>>;
  /** Milliseconds one check may take (default 800). */
  readonly timeoutMs?: number;
}

const DEFAULT_TIMEOUT_MS = 800;
/** With the time a check may take, less than the second within which a loss must show. */
const SHARED_MS = 100;
const BADNESS: Readonly<Record<HealthStatus, number>> = { healthy: 0, degraded: 1, unhealthy: 2 };

/** The health of a process from the checks of its subsystems. Many who ask at once share a reading. */
export function createHealth({ version = VERSION, checks, timeoutMs = DEFAULT_TIMEOUT_MS }: HealthOptions): Health {
  return cacheFor(SHARED_MS, async () => {
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

/** One check within its bound; a failure or a late answer is `unhealthy`, its cause kept back. */
export async function runCheck(check: HealthCheck, timeoutMs: number): Promise<SubsystemHealth> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<SubsystemHealth>((resolve) => {
    timer = setTimeout(() => {
      resolve({ status: 'unhealthy', reason: 'no answer in time' });
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

/** The worst of several states; none at all is healthy. */
export const worst = (statuses: readonly HealthStatus[]): HealthStatus =>
  statuses.reduce<HealthStatus>((sofar, status) => (BADNESS[status] > BADNESS[sofar] ? status : sofar), 'healthy');
