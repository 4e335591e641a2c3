/** Above all positions; small enough that a score in single precision, as a whole number, and a position fit into one number. */
const POSITIONS = 2 ** 21;

/**
 * The positions of scores, highest score first. `compareEqual` orders the positions of equal scores; positions that it finds equal
 * keep their order. Scores are no NaN, and at most 2,097,152.
 *
 * Score and position are sorted as one number: several times as fast as to sort with a comparison. The score is in single
 * precision there, so those that look equal are then sorted by a comparison.
 */
export function orderByScore(scores: Float64Array, compareEqual: (a: number, b: number) => number): Uint32Array {
  const single = new Float32Array(scores);
  const bits = new Int32Array(single.buffer);
  const keys = new Float64Array(scores.length);
  for (let i = 0; i < keys.length; i++) keys[i] = i - POSITIONS * rankOf(bits[i] ?? 0);
  keys.sort();
  const order = new Uint32Array(scores.length);
  for (let place = 0; place < order.length; place++) {
    const key = keys[place] ?? 0;
    order[place] = key - POSITIONS * Math.floor(key / POSITIONS);
  }
  const inFull = (a: number, b: number): number => (scores[b] ?? 0) - (scores[a] ?? 0) || compareEqual(a, b);
  let first = 0;
  while (first < order.length) {
    let end = first + 1;
    while (end < order.length && single[order[end] ?? 0] === single[order[first] ?? 0]) end++;
    if (end - first > 1) order.subarray(first, end).sort(inFull);
    first = end;
  }
  return order;
}

/** A whole number that grows with a single-precision number, from its bits: those of a negative one grow with its size. */
const rankOf = (bits: number): number => (bits < 0 ? -(bits & 0x7fffffff) : bits);
