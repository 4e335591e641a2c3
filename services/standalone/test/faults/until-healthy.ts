import type { Health } from '@strata/contracts/schemas/health';
import { eventually } from '@strata/testkit/eventually';
import type { FaultSystem } from './fault-system.ts';
import { TIME_LIMITS } from './time-limits.ts';

const ANSWER_MS = 3_000;

/**
 * Waits until the system is healthy. Returns how many milliseconds that took. Throws an error with its last health after `withinMs`,
 * by default what the service promises.
 */
export async function untilHealthy(
  { cluster }: Pick<FaultSystem, 'cluster'>,
  withinMs = TIME_LIMITS.healthyMs,
): Promise<number> {
  const startedAt = performance.now();
  await eventually(
    async () => {
      const response = await fetch(`${cluster.base}/v1/health`, { signal: AbortSignal.timeout(ANSWER_MS) });
      const text = await response.text();
      if (response.status !== 200) throw new Error(summaryOf(text));
      return true;
    },
    { withinMs },
  );
  return performance.now() - startedAt;
}

/** The message of an unhealthy system, its firing alerts and the services that are down. */
function summaryOf(text: string): string {
  try {
    const { error, data } = JSON.parse(text) as { error: { message: string }; data: Health };
    const alerts = data.alerts.rules.map(({ name }) => name).join(', ');
    return `${error.message}; alerts: ${alerts}; services: ${JSON.stringify(data.subsystems.workers.services)}`;
  } catch {
    return text.slice(0, 300);
  }
}
