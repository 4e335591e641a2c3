import { saturation } from './bm25.ts';
import { RESEMBLANCE } from './parameters.ts';
import { resembles } from './resemblance.ts';
import type { TermTable } from './term-table.ts';

/** What a term of a document is to the wanted terms: not looked at yet, none of them, or `1 + slot` for the term of a slot. */
const UNREAD = 0;
const NONE = -1;
/** Resembles the term of a slot: `RESEMBLES - slot`. */
const RESEMBLES = -2;

/**
 * BM25 of each document for weighted terms. `norms` is the length part of BM25's denominator, one per document. With
 * `loose`, a resembling term counts a share where a document lacks the term itself.
 */
export function termScores(
  table: TermTable,
  norms: Float64Array,
  weights: ReadonlyMap<string, number>,
  loose: boolean,
): Float64Array {
  const wanted = [...weights.keys()];
  const values = Float64Array.from(weights.values());
  const meaning = new Int16Array(table.limit);
  for (const [slot, term] of wanted.entries()) {
    const number = table.numberOf(term);
    if (number !== undefined) meaning[number] = 1 + slot;
  }
  const resembled = loose ? resembling(wanted) : null;
  const frequencies = new Float64Array(wanted.length);
  const isResembled = new Uint8Array(wanted.length);
  const scores = new Float64Array(table.size);
  for (let d = 0; d < scores.length; d++) {
    let touched = false;
    const end = table.starts[d + 1] ?? 0;
    for (let i = table.starts[d] ?? 0; i < end; i++) {
      const number = table.numbers[i] ?? 0;
      let means = meaning[number] ?? NONE;
      if (means === UNREAD && resembled !== null) meaning[number] = means = resembled(table.term(number));
      if (means === UNREAD || means === NONE) continue;
      touched = true;
      if (means > UNREAD) frequencies[means - 1] = (frequencies[means - 1] ?? 0) + 1;
      else isResembled[RESEMBLES - means] = 1;
    }
    if (!touched) continue;
    let score = 0;
    for (let slot = 0; slot < values.length; slot++) {
      const weight = values[slot] ?? 0;
      const found = frequencies[slot] ?? 0;
      if (found > 0) score += weight * saturation(found, norms[d] ?? 1);
      else if (isResembled[slot] === 1) score += weight * RESEMBLANCE.weight;
    }
    scores[d] = score;
    frequencies.fill(0);
    isResembled.fill(0);
  }
  return scores;
}

/** Finds what a term of the documents that is not wanted itself means, by the first wanted term that it resembles. */
function resembling(wanted: readonly string[]): (term: string) => number {
  // Terms that resemble each other begin alike, so most need no comparison.
  const beginnings = new Set(wanted.map((term) => term.charCodeAt(0)));
  return (term) => {
    const slot = beginnings.has(term.charCodeAt(0)) ? wanted.findIndex((other) => resembles(term, other)) : -1;
    return slot < 0 ? NONE : RESEMBLES - slot;
  };
}
