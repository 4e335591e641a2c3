/**
 * A pseudo-random number generator (Mulberry32): the same seed gives the same numbers.
 * @param {number} seed
 */
export function createRandom(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    /** From 0 (inclusive) to 1 (exclusive). */
    next,
    /** A whole number from `low` to `high`, both inclusive. */
    between: (low, high) => low + Math.floor(next() * (high - low + 1)),
    /** @param {readonly T[]} items @template T */
    pick: (items) => items[Math.floor(next() * items.length)],
    chance: (probability) => next() < probability,
    hex: (digits) => Array.from({ length: digits }, () => Math.floor(next() * 16).toString(16)).join(''),
  };
}

/**
 * Draws ranks from 0 to `count` - 1, distributed like words in a text (Zipf's law with Mandelbrot's offset).
 * @param {number} count
 */
export function createZipf(count, exponent = 1.05, offset = 2.7) {
  const cumulative = new Float64Array(count);
  let sum = 0;
  for (let rank = 0; rank < count; rank++) cumulative[rank] = sum += 1 / (rank + 1 + offset) ** exponent;
  return (random) => {
    const wanted = random.next() * sum;
    let low = 0;
    let high = count - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (cumulative[middle] < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}
