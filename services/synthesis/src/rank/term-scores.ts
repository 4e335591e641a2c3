import { lengthNorm, saturation } from './bm25.ts';
import type { CorpusStatistics, RankDocument } from './document.ts';
import { RESEMBLANCE_WEIGHT } from './parameters.ts';
import { resembles } from './resemblance.ts';

interface Slot {
  readonly index: number;
  readonly exact: boolean;
}

/**
 * BM25 of each document for weighted terms. One pass over the documents' terms; each distinct term is compared with the query once.
 * @param loose whether a resembling term counts, at a share, where a document lacks the term itself
 */
export function termScores(
  documents: readonly RankDocument[],
  weights: ReadonlyMap<string, number>,
  averageLength: CorpusStatistics['averageLength'],
  loose: boolean,
): Float64Array {
  const wanted = [...weights.keys()];
  const values = [...weights.values()];
  const slots = new Map<string, Slot | null>(wanted.map((term, index) => [term, { index, exact: true }]));
  const frequency = new Float64Array(wanted.length);
  const resembled = new Uint8Array(wanted.length);
  const scores = new Float64Array(documents.length);
  for (const [d, document] of documents.entries()) {
    let touched = false;
    for (const term of document.terms) {
      let slot = slots.get(term);
      if (slot === undefined) {
        slot = loose ? findResembling(term, wanted) : null;
        slots.set(term, slot);
      }
      if (slot === null) continue;
      touched = true;
      if (slot.exact) frequency[slot.index] = (frequency[slot.index] ?? 0) + 1;
      else resembled[slot.index] = 1;
    }
    if (!touched) continue;
    const norm = lengthNorm(document.terms.length, averageLength[document.kind]);
    let score = 0;
    for (const [i, weight] of values.entries()) {
      const found = frequency[i] ?? 0;
      if (found > 0) score += weight * saturation(found, norm);
      else if (resembled[i] === 1) score += weight * RESEMBLANCE_WEIGHT;
    }
    scores[d] = score;
    frequency.fill(0);
    resembled.fill(0);
  }
  return scores;
}

function findResembling(term: string, wanted: readonly string[]): Slot | null {
  const index = wanted.findIndex((other) => resembles(term, other));
  return index < 0 ? null : { index, exact: false };
}
