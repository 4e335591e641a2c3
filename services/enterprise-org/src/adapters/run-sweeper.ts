import type { Closeable } from '@strata/platform/lifecycle/closeable';
import { repeat } from '@strata/platform/lifecycle/repeat';
import type { Logger } from '@strata/platform/log/logger';
import { sweepTenants, type SweepParts } from '../lifecycle/sweep-tenants.ts';

/** Looks for a turn, between two sweeps of a tenant. */
const LOOKS = 12;
const LEAST_BETWEEN_LOOKS_MS = 50;

/** Sweeps until it is closed, which waits for the batch under way alone. */
export function runSweeper(parts: Omit<SweepParts, 'signal'>, logger: Logger): Closeable {
  const stop = new AbortController();
  const everyMs = Math.max((parts.everySeconds * 1000) / LOOKS, LEAST_BETWEEN_LOOKS_MS);
  const turns = repeat(everyMs, () => sweepTenants({ ...parts, signal: stop.signal }), logger);
  return {
    close: () => {
      stop.abort();
      return turns.close();
    },
  };
}
