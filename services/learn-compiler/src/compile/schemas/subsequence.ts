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
