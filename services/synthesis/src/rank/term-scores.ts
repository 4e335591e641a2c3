import { saturation } from './bm25.ts';
import { RESEMBLANCE } from './parameters.ts';
import type { TermTable } from './term-table.ts';

/** What a term of a document is to the wanted terms: none of them, or `1 + slot` for the term of a slot. */
const NONE = 0;
/** Resembles the term of a slot: `RESEMBLES - slot`. */
const RESEMBLES = -1;

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
  const values = Float64Array.from(weights.values());
  const meaning = meaningsOf(table, [...weights.keys()], loose);
  const frequencies = new Float64Array(values.length);
  const isResembled = new Uint8Array(values.length);
  const scores = new Float64Array(table.size);
  for (let d = 0; d < scores.length; d++) {
    let touched = false;
    const end = table.ends[d] ?? 0;
    for (let i = table.starts[d] ?? 0; i < end; i++) {
      const means = meaning[table.numbers[i] ?? 0] ?? NONE;
      if (means === NONE) continue;
      touched = true;
      if (means > NONE) frequencies[means - 1] = (frequencies[means - 1] ?? 0) + 1;
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

/** By the number of a term: what it is to the wanted ones. A term that resembles several counts for the first of them. */
function meaningsOf(table: TermTable, wanted: readonly string[], loose: boolean): Int16Array {
  const meaning = new Int16Array(table.limit);
  for (const [slot, term] of wanted.entries()) {
    const number = table.numberOf(term);
    if (number !== undefined) meaning[number] = 1 + slot;
  }
  if (!loose) return meaning;
  for (const [slot, term] of wanted.entries())
    for (const number of table.resembling(term)) if (meaning[number] === NONE) meaning[number] = RESEMBLES - slot;
  return meaning;
}
