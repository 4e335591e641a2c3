import type { TenantScope } from '@strata/kernel/tenant-scope';

/** Counts the requests of each partition in the running minute (UTC). */
export interface RequestCounter {
  /** Counts one request; never waits. */
  count(scope: TenantScope): void;
  /** The requests so far in this minute, of every gateway that shares the counter. */
  thisMinute(scope: TenantScope): Promise<number>;
}

const MINUTE_MS = 60_000;

/** The minute that a time lies in, counted from the epoch. */
export const minuteOf = (time: Date): number => Math.floor(time.getTime() / MINUTE_MS);
