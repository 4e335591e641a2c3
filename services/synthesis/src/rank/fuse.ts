/** The usual constant of reciprocal rank fusion: how little the very first places stand out. */
const RANK_CONSTANT = 60;

/**
 * Reciprocal rank fusion of ranked lists of ids (Cormack, Clarke and Büttcher, 2009): an id scores the sum of 1 / (60 + place)
 * over the lists that hold it, places counted from 1.
 * @returns ids with their scores, best first; equal scores go to the id that an earlier list names first
 */
export function fuse(lists: readonly (readonly string[])[]): { id: string; score: number }[] {
  const scores = new Map<string, number>();
  for (const list of lists)
    for (const [place, id] of list.entries()) scores.set(id, (scores.get(id) ?? 0) + 1 / (RANK_CONSTANT + place + 1));
  return [...scores].map(([id, score]) => ({ id, score })).sort((a, b) => b.score - a.score);
}
