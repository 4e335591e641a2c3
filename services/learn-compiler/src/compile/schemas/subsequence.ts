/** Whether the items occur in the sequence in this order, with gaps allowed. */
export function isSubsequence(items: readonly string[], sequence: readonly string[]): boolean {
  let at = 0;
  for (const item of sequence) {
    if (at === items.length) break;
    if (item === items[at]) at++;
  }
  return at === items.length;
}

/**
 * Positions of the latest match of the items in the sequence, so that each step is aligned with the act that led to the next
 * one. Null if there is no match.
 */
export function matchLate(items: readonly string[], sequence: readonly string[]): number[] | null {
  const positions = new Array<number>(items.length).fill(0);
  let at = items.length - 1;
  for (let i = sequence.length - 1; i >= 0 && at >= 0; i--) if (sequence[i] === items[at]) positions[at--] = i;
  return at < 0 ? positions : null;
}

/** A sequence indexed for order queries: the ascending positions of each item. */
export type PositionIndex = ReadonlyMap<string, readonly number[]>;

/** Indexes the positions of each symbol of a sequence. */
export function indexPositions(sequence: readonly string[]): PositionIndex {
  const index = new Map<string, number[]>();
  sequence.forEach((item, at) => {
    const positions = index.get(item);
    if (positions === undefined) index.set(item, [at]);
    else positions.push(at);
  });
  return index;
}

/** Like {@link isSubsequence}, in time proportional to the number of items and the log of the sequence's length. */
export function occursInOrder(items: readonly string[], index: PositionIndex): boolean {
  let after = -1;
  for (const item of items) {
    const positions = index.get(item);
    if (positions === undefined) return false;
    let [low, high] = [0, positions.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((positions[middle] ?? 0) > after) high = middle;
      else low = middle + 1;
    }
    const next = positions[low];
    if (next === undefined) return false;
    after = next;
  }
  return true;
}
