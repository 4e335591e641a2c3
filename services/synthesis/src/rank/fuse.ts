/** The usual constant of reciprocal rank fusion. The larger, the less the first ranks stand out. */
const RANK_CONSTANT = 60;

/** Ids, best first. */
export interface RankedList {
  readonly ids: readonly string[];
  readonly weight: number;
}

/**
 * Reciprocal rank fusion of ranked lists of ids (Cormack, Clarke and Büttcher, 2009): an id scores the sum of
 * weight / (60 + rank) over the lists that contain it, ranks counted from 1. Best first; of equal scores, the id that an
 * earlier list contains comes first.
 */
export function fuse(lists: readonly RankedList[]): { id: string; score: number }[] {
  const scores = new Map<string, number>();
  for (const { ids, weight } of lists)
    for (const [index, id] of ids.entries())
      scores.set(id, (scores.get(id) ?? 0) + weight / (RANK_CONSTANT + index + 1));
  return [...scores].map(([id, score]) => ({ id, score })).sort((a, b) => b.score - a.score);
}
