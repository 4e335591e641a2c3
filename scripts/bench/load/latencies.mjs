/**
 * @typedef {{count: number, seconds: number, perSecond: number, p50: number, p95: number, p99: number, max: number}} Measured
 * The number of requests, the time for all of them, and the latencies in milliseconds.
 */

/**
 * @param {number[]} latencies milliseconds of each request
 * @param {number} elapsedMs from the start of the first request to the end of the last
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
    p99: at(0.99),
    max: at(1),
  };
}
