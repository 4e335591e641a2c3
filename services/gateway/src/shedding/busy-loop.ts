import { performance } from 'node:perf_hooks';

const PERIOD_MS = 250;
/** The share of time without a pause from which on the event loop has no time left. */
const BUSY = 0.95;

/** Returns whether the event loop of this thread was busy nearly all of the time since the last look, a quarter of a second or more. */
export function createIsBusy(): () => boolean {
  let last = performance.eventLoopUtilization();
  let lastAt = performance.now();
  let isBusy = false;
  return () => {
    const now = performance.now();
    if (now - lastAt < PERIOD_MS) return isBusy;
    const current = performance.eventLoopUtilization();
    isBusy = performance.eventLoopUtilization(current, last).utilization >= BUSY;
    last = current;
    lastAt = now;
    return isBusy;
  };
}
