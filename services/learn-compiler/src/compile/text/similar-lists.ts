import { compareText } from './words.ts';

/** Whether lists with so many items in common have at least this share of all of their items in common (Jaccard index). */
export const isShare = (shared: number, a: readonly string[], b: readonly string[], share: number): boolean =>
  shared >= share * (a.length + b.length - shared);

/** Whether two lists, sorted by {@link compareText} and without duplicates, are alike by {@link isShare}. Empty lists are. */
export function areSimilar(a: readonly string[], b: readonly string[], share: number): boolean {
  let shared = 0;
  for (let [at, other] = [0, 0]; at < a.length && other < b.length;) {
    if (!isShare(shared + Math.min(a.length - at, b.length - other), a, b, share)) return false;
    const order = compareText(a[at] ?? '', b[other] ?? '');
    if (order === 0) shared++;
    if (order <= 0) at++;
    if (order >= 0) other++;
  }
  return isShare(shared, a, b, share);
}
