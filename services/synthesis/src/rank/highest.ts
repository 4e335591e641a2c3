/** The positions of the `count` highest values above zero, highest first; equal values keep their order. One pass. */
export function highestPositions(values: ArrayLike<number>, count: number): number[] {
  const best: number[] = [];
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? 0;
    if (value <= 0) continue;
    const last = best[best.length - 1];
    if (best.length === count && last !== undefined && value <= (values[last] ?? 0)) continue;
    let at = best.length;
    while (at > 0 && (values[best[at - 1] ?? 0] ?? 0) < value) at--;
    best.splice(at, 0, i);
    if (best.length > count) best.pop();
  }
  return best;
}
