import type { Closeable } from '@strata/platform/lifecycle/closeable';
import { repeat } from '@strata/platform/lifecycle/repeat';
import type { Logger } from '@strata/platform/log/logger';
import { sweepTenants, type SweepParts } from '../lifecycle/sweep-tenants.ts';

/** At most so long a turn waits for a worker that looks. */
const MOST_BETWEEN_LOOKS_MS = 5_000;

/** Sweeps until it is closed, which waits for the batch under way alone. */
export function runSweeper(parts: Omit<SweepParts, 'signal'>, logger: Logger): Closeable {
  const stop = new AbortController();
  const everyMs = Math.min(parts.everySeconds * 1000, MOST_BETWEEN_LOOKS_MS);
  const turns = repeat(everyMs, () => sweepTenants({ ...parts, signal: stop.signal }), logger);
  return {
    close: () => {
      stop.abort();
      return turns.close();
    },
  };
}
