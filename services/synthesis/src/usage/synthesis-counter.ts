import type { Clock } from '@strata/kernel/clock';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Closeable } from '@strata/platform/lifecycle/closeable';
import type { Logger } from '@strata/platform/log/logger';
import type { UsageStore } from './usage-store.ts';

const FLUSH_MS = 1_000;

interface Count {
  readonly scope: TenantScope;
  readonly day: string;
  syntheses: number;
}

/** Counts syntheses by partition and day. Kept in memory for at most a second, so that an answer waits for no write. */
export interface SynthesisCounter extends Closeable {
  count(scope: TenantScope): void;
  /** Syntheses of the day, those of this process up to now included. */
  read(scope: TenantScope, day: string): Promise<number>;
}

/** A counter over a store; closing it writes what is left. */
export function createSynthesisCounter(store: UsageStore, clock: Clock, logger: Logger): SynthesisCounter {
  let counts = new Map<string, Count>();
  let flushing = Promise.resolve();

  const keep = (scope: TenantScope, day: string, syntheses: number): void => {
    const key = `${scope.tenantId}/${scope.environment}/${day}`;
    const known = counts.get(key);
    if (known === undefined) counts.set(key, { scope, day, syntheses });
    else known.syntheses += syntheses;
  };

  const write = async (): Promise<void> => {
    const due = [...counts.values()];
    counts = new Map();
    for (const { scope, day, syntheses } of due) {
      try {
        await store.add(scope, day, syntheses);
      } catch (error) {
        keep(scope, day, syntheses);
        logger.warn('Syntheses could not be counted yet', { error });
      }
    }
  };

  const flush = (): Promise<void> => (flushing = flushing.then(write));
  const timer = setInterval(() => void flush(), FLUSH_MS).unref();

  return {
    count: (scope) => {
      keep(scope, clock.now().toISOString().slice(0, 10), 1);
    },
    read: async (scope, day) => {
      await flush();
      return store.read(scope, day);
    },
    close: () => {
      clearInterval(timer);
      return flush();
    },
  };
}
