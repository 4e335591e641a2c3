/**
 * @typedef {{count: number, seconds: number, perSecond: number, p50: number, p95: number, max: number}} Measured
 * How many were done in what time, and how long each took (milliseconds).
 */

/**
 * @param {number[]} latencies milliseconds of each
 * @param {number} elapsedMs from the first's start to the last's end
 * @returns {Measured}
 */
export function summarise(latencies, elapsedMs) {
  const sorted = Float64Array.from(latencies).sort();
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
  return {
    count: sorted.length,
    seconds: elapsedMs / 1000,
    perSecond: (sorted.length / elapsedMs) * 1000,
    p50: at(0.5),
    p95: at(0.95),
    max: at(1),
  };
}
