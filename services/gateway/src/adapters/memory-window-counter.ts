import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { OpenWindowCounter } from '../limits/window-counter.ts';

/** The library only counts here; what is too much, the capabilities decide. */
export const NO_LIMIT = Number.MAX_SAFE_INTEGER;
/** The library closes a window by a timer, and Node's timers reach no further: 24.8 days. */
const MAX_WINDOW_SECONDS = Math.floor((2 ** 31 - 1) / 1000);

/** Counters in the memory of this process; a window of theirs closes after 24 days at the latest. */
export const openMemoryCounter: OpenWindowCounter = (name, windowSeconds) => {
  const duration = Math.min(windowSeconds, MAX_WINDOW_SECONDS);
  const windows = new RateLimiterMemory({ keyPrefix: name, points: NO_LIMIT, duration });
  const read = async (key: string) => {
    const found = await windows.get(key);
    return found === null || found.msBeforeNext <= 0
      ? { count: 0, resetMs: 0 }
      : { count: found.consumedPoints, resetMs: found.msBeforeNext };
  };
  return {
    read,
    async add(key, amount = 1) {
      // What is given back must not open a window.
      if (amount <= 0 && (await read(key)).resetMs === 0) return { count: 0, resetMs: 0 };
      const { consumedPoints, msBeforeNext } = await windows.penalty(key, amount);
      return { count: Math.max(0, consumedPoints), resetMs: msBeforeNext };
    },
    async forget(key) {
      await windows.delete(key);
    },
  };
};
