import type { Clock } from '@strata/kernel/clock';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { UsageStore } from './usage-store.ts';

const FLUSH_MS = 1_000;

interface Count {
  readonly scope: TenantScope;
  readonly day: string;
  syntheses: number;
}

/** Counts syntheses by partition and day. Kept in memory for at most a second, so that an answer waits for no write. */
export interface SynthesisCounter {
  count(scope: TenantScope): void;
  /** Syntheses of the day, those of this process up to now included. */
  read(scope: TenantScope, day: string): Promise<number>;
  /** Writes what is left. */
  close(): Promise<void>;
}

/** A counter over a store. `onFailure` hears of counts that could not be written; they are written with the next. */
export function createSynthesisCounter(
  store: UsageStore,
  clock: Clock,
  onFailure: (error: unknown) => void,
): SynthesisCounter {
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
        onFailure(error);
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
