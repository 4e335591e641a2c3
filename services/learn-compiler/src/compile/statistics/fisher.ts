import { logFactorial } from './proportions.ts';

/**
 * Fisher's exact test of a 2×2 table, two-sided: the probability, given the margins, of tables at most as likely as this one
 * (R. A. Fisher, 1922; the definition used by R's `fisher.test`).
 */
export function fisherExact(a: number, b: number, c: number, d: number): number {
  const rowOne = a + b;
  const rowTwo = c + d;
  const columnOne = a + c;
  const total = rowOne + rowTwo;
  const fixed =
    logFactorial(rowOne) + logFactorial(rowTwo) + logFactorial(columnOne) + logFactorial(b + d) - logFactorial(total);
  const probability = (x: number): number =>
    Math.exp(
      fixed -
        logFactorial(x) -
        logFactorial(rowOne - x) -
        logFactorial(columnOne - x) -
        logFactorial(rowTwo - columnOne + x),
    );
  const seen = probability(a) * (1 + 1e-7);
  let sum = 0;
  for (let x = Math.max(0, columnOne - rowTwo); x <= Math.min(rowOne, columnOne); x++) {
    const p = probability(x);
    if (p <= seen) sum += p;
  }
  return Math.min(1, sum);
}

/**
 * p-values adjusted for many comparisons so that a threshold on them bounds the false discovery rate
 * (Y. Benjamini and Y. Hochberg, 1995); in the order given.
 */
export function adjustForMany(pValues: readonly number[]): number[] {
  const order = pValues.map((p, at) => ({ p, at })).sort((x, y) => y.p - x.p || x.at - y.at);
  const adjusted = new Array<number>(pValues.length).fill(1);
  let least = 1;
  order.forEach(({ p, at }, rank) => {
    least = Math.min(least, (p * pValues.length) / (pValues.length - rank));
    adjusted[at] = least;
  });
  return adjusted;
}
