import { logFactorial } from './proportions.ts';

/** Two groups of one stratum. Successes may be fractions: the mean of several sessions of one task. */
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

/** Up to this many sessions or tasks, {@link stratifiedChance} is exact. */
const EXACT_UP_TO = 400;

/**
 * The probability, two-sided, that chance deals successes to the two groups of each stratum as unevenly as this: exact for
 * few sessions, where the normal deviate promises too much, from the deviate for many. Fractions of successes are rounded
 * towards no difference.
 * @param deviate that of {@link mantelHaenszel} on the same strata
 */
export function stratifiedChance(strata: readonly Stratum[], deviate: number): number {
  const sum = (read: (stratum: Stratum) => number): number => strata.reduce((total, one) => total + read(one), 0);
  if (deviate === 0) return 1;
  if (sum(({ all, otherAll }) => all + otherAll) > EXACT_UP_TO) return 2 * (1 - normalBelow(Math.abs(deviate)));
  let chances = [1];
  for (const { good, all, otherGood, otherAll } of strata)
    chances = convolve(chances, hypergeometric(all, otherAll, Math.round(good + otherGood)));
  const good = sum((stratum) => stratum.good);
  const asUneven = deviate > 0 ? chances.slice(Math.floor(good + 1e-9)) : chances.slice(0, Math.ceil(good - 1e-9) + 1);
  return Math.min(1, asUneven.reduce((total, chance) => total + chance, 0) * 2);
}

/** The probability of 0, 1, 2 … successes in the first group, if `hits` successes are dealt to both. */
function hypergeometric(all: number, otherAll: number, hits: number): number[] {
  const choose = (n: number, k: number): number =>
    k < 0 || k > n ? Number.NEGATIVE_INFINITY : logFactorial(n) - logFactorial(k) - logFactorial(n - k);
  const every = choose(all + otherAll, hits);
  return Array.from({ length: all + 1 }, (_, k) => Math.exp(choose(all, k) + choose(otherAll, hits - k) - every));
}

/** The distribution of the sum of two independent counts. */
function convolve(a: readonly number[], b: readonly number[]): number[] {
  const sums = new Array<number>(a.length + b.length - 1).fill(0);
  a.forEach((x, i) => {
    b.forEach((y, k) => {
      sums[i + k] = (sums[i + k] ?? 0) + x * y;
    });
  });
  return sums;
}
