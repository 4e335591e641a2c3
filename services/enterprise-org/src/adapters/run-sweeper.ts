import type { Closeable } from '@strata/platform/lifecycle/closeable';
import { repeat } from '@strata/platform/lifecycle/repeat';
import type { Logger } from '@strata/platform/log/logger';
import { sweepTenants, type SweepParts } from '../lifecycle/sweep-tenants.ts';

/** How often the sweeper looks for a due tenant, per sweep interval. */
const POLLS_PER_SWEEP = 12;
const LEAST_POLL_MS = 50;

/** Sweeps until it is closed. Closing waits only for the current batch. */
export function runSweeper(parts: Omit<SweepParts, 'signal'>, logger: Logger): Closeable {
  const stop = new AbortController();
  const everyMs = Math.max((parts.everySeconds * 1000) / POLLS_PER_SWEEP, LEAST_POLL_MS);
  const turns = repeat(everyMs, () => sweepTenants({ ...parts, signal: stop.signal }), logger);
  return {
    close: () => {
      stop.abort();
      return turns.close();
    },
  };
}
