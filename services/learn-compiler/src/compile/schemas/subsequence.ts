/** Whether the items occur in the sequence in their order, gaps allowed. */
export function isSubsequence(items: readonly string[], sequence: readonly string[]): boolean {
  let at = 0;
  for (const item of sequence) if (at < items.length && item === items[at]) at++;
  return at === items.length;
}

/**
 * Positions of one match of the items in the sequence, as late as possible, so that each step meets the act that led to
 * the next one; null where there is none.
 */
export function matchLate(items: readonly string[], sequence: readonly string[]): number[] | null {
  const positions = new Array<number>(items.length).fill(0);
  let at = items.length - 1;
  for (let i = sequence.length - 1; i >= 0 && at >= 0; i--) if (sequence[i] === items[at]) positions[at--] = i;
  return at < 0 ? positions : null;
}
