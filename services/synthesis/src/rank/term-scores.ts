import { saturation } from './bm25.ts';
import { RESEMBLANCE } from './parameters.ts';
import { resembles } from './resemblance.ts';
import type { TermTable } from './term-table.ts';

/** Marks a term of a document that is no query term. */
const NONE = -1;

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
  const exact = new Int16Array(table.terms.length).fill(NONE);
  for (const [slot, term] of wanted.entries()) {
    const number = table.numberOf(term);
    if (number !== undefined) exact[number] = slot;
  }
  const similar = loose ? resembling(table, wanted) : null;
  const frequency = new Float64Array(wanted.length);
  const resembled = new Uint8Array(wanted.length);
  const scores = new Float64Array(table.size);
  for (let d = 0; d < scores.length; d++) {
    let touched = false;
    const end = table.starts[d + 1] ?? 0;
    for (let i = table.starts[d] ?? 0; i < end; i++) {
      const number = table.numbers[i] ?? 0;
      const slot = exact[number] ?? NONE;
      const near = similar?.[number] ?? NONE;
      if (slot !== NONE) frequency[slot] = (frequency[slot] ?? 0) + 1;
      if (near !== NONE) resembled[near] = 1;
      touched ||= slot !== NONE || near !== NONE;
    }
    if (!touched) continue;
    let score = 0;
    for (let slot = 0; slot < values.length; slot++) {
      const weight = values[slot] ?? 0;
      const found = frequency[slot] ?? 0;
      if (found > 0) score += weight * saturation(found, norms[d] ?? 1);
      else if (resembled[slot] === 1) score += weight * RESEMBLANCE.weight;
    }
    scores[d] = score;
    frequency.fill(0);
    resembled.fill(0);
  }
  return scores;
}

/** For each term of the documents the query term that it resembles; none for the query terms themselves. */
function resembling(table: TermTable, wanted: readonly string[]): Int16Array {
  const wantedTerms = new Set(wanted);
  // Terms that resemble each other begin alike, so most need no comparison.
  const beginnings = new Set(wanted.map((term) => term.charCodeAt(0)));
  const similar = new Int16Array(table.terms.length).fill(NONE);
  for (let number = 0; number < similar.length; number++) {
    const term = table.terms[number] ?? '';
    if (beginnings.has(term.charCodeAt(0)) && !wantedTerms.has(term))
      similar[number] = wanted.findIndex((other) => resembles(term, other));
  }
  return similar;
}
