/**
 * The positions of scores, highest score first. `compareEqual` orders the positions of equal scores; positions that it finds equal
 * keep their order. Scores are no NaN. Several times as fast as to sort with a comparison, since most scores differ.
 */
export function orderByScore(scores: Float64Array, compareEqual: (a: number, b: number) => number): Uint32Array {
  const ascending = scores.slice().sort();
  const order = new Uint32Array(scores.length);
  /** By the place of the first of some equal scores: how many of them are placed. */
  const placed = new Uint32Array(scores.length);
  for (let i = 0; i < scores.length; i++) {
    const first = scores.length - countUpTo(ascending, scores[i] ?? 0);
    const before = placed[first] ?? 0;
    order[first + before] = i;
    placed[first] = before + 1;
  }
  for (let first = 0; first < order.length; first += placed[first] ?? 1)
    if ((placed[first] ?? 0) > 1) order.subarray(first, first + (placed[first] ?? 0)).sort(compareEqual);
  return order;
}

/** How many of some ascending values are at most `limit`. */
function countUpTo(ascending: Float64Array, limit: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] ?? 0) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
