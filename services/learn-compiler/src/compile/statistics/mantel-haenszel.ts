/** Two groups of one stratum. Successes may be fractions: the mean of several attempts at one task. */
export interface Stratum {
  good: number;
  all: number;
  otherGood: number;
  otherAll: number;
}

/**
 * The Cochran–Mantel–Haenszel statistic of several 2×2 tables, with the correction for continuity, as a standard normal
 * deviate (N. Mantel and W. Haenszel, 1959): positive if the first group succeeds more often within the strata. 0 if no
 * stratum can tell.
 */
export function mantelHaenszel(strata: readonly Stratum[]): number {
  let difference = 0;
  let variance = 0;
  for (const { good, all, otherGood, otherAll } of strata) {
    const total = all + otherAll;
    if (total < 2) continue;
    const hits = good + otherGood;
    difference += good - (all * hits) / total;
    variance += (all * otherAll * hits * (total - hits)) / (total * total * (total - 1));
  }
  const corrected = Math.sign(difference) * Math.max(0, Math.abs(difference) - 0.5);
  return variance > 1e-9 ? corrected / Math.sqrt(variance) : 0;
}

/** The probability that a standard normal value is below z (M. Abramowitz and I. Stegun, 26.2.17; error below 1e-7). */
export function normalBelow(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const series = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  const above = (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * series;
  return z >= 0 ? 1 - above : above;
}
