/**
 * @typedef {{name: string, unit: '/s' | 'ms' | 'MiB', strata: Spread, limit: Spread, ratio: Spread, note?: string}} Figure
 * One line of the report. `ratio` is Strata divided by the limit: higher is better for `/s`, lower is better for the others.
 * @typedef {{min: number, median: number, max: number}} Spread
 */

/**
 * Measures Strata and the limit alternately, so that other load on the machine affects both alike.
 * `warmUp`: first runs one round that does not count, so that code is compiled and caches are filled.
 * @param {{rounds: number, warmUp?: boolean, strata: (round: number) => Promise<T>, limit: (round: number) => Promise<T>, report: (text: string) => void,
 *   record: (work: () => Promise<T>) => Promise<T>}} options `record` runs the work, and may profile it
 * @returns {Promise<{strata: T, limit: T}[]>}
 * @template T
 */
export async function alternate({ rounds, warmUp = false, strata, limit, report, record }) {
  if (warmUp) {
    report('warming up');
    await strata(0);
    await limit(0);
  }
  const measured = [];
  for (let round = 1; round <= rounds; round++) {
    report(`round ${round} of ${rounds}`);
    measured.push({ strata: await record(() => strata(round)), limit: await limit(round) });
  }
  return measured;
}

/**
 * @param {string} name
 * @param {Figure['unit']} unit
 * @param {{strata: T, limit: T}[]} rounds
 * @param {(measured: T) => number} read
 * @returns {Figure}
 * @template T
 */
export const figureOf = (name, unit, rounds, read) => ({
  name,
  unit,
  strata: spread(rounds.map(({ strata }) => read(strata))),
  limit: spread(rounds.map(({ limit }) => read(limit))),
  ratio: spread(rounds.map(({ strata, limit }) => read(strata) / read(limit))),
});

/** @param {number[]} values @returns {Spread} */
export function spread(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const median = sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  return { min: sorted[0], median, max: sorted.at(-1) };
}
