import { inverseDocumentFrequency } from './bm25.ts';
import { highestPositions } from './highest.ts';
import { EXPANSION, SPEAKER } from './parameters.ts';
import type { Scoring } from './scoring.ts';
import { termScores } from './term-scores.ts';
import type { TermTable } from './term-table.ts';

/**
 * BM25 over terms that the best documents share; together, these terms weigh as much as the query. The best documents are
 * those with the highest scores of the content arms so far, with the speaker factor on turns of named speakers.
 */
export function expansionScores(scoring: Scoring): Float64Array {
  const { documents, statistics, namedSpeakers, nameTerms, termWeights, table, norms, content } = scoring;
  const scores = content.map((score, d) => score * speakerFactor(documents[d]?.speaker ?? null, namedSpeakers));
  const known = new Set([...termWeights.keys(), ...nameTerms]);
  const occurring = [...termWeights].filter(([term]) => statistics.documentFrequency.has(term));
  const queryWeight = occurring.reduce((sum, [, weight]) => sum + weight, 0);
  return termScores(table, norms, expansionTerms(table, scores, known, queryWeight), false);
}

const speakerFactor = (speaker: string | null, named: ReadonlySet<string>): number =>
  speaker !== null && named.has(speaker) ? SPEAKER.factor : 1;

/**
 * Terms that the best documents so far share, weighted so that all of them weigh as much as the query, and fewer less (relevance model 3,
 * after Lavrenko and Croft 2001, with inverse document frequency against common words). Document frequencies are taken among
 * the candidates: no further query is needed. `scores` has one score per document; `known` terms are left out.
 */
function expansionTerms(
  table: TermTable,
  scores: Float64Array,
  known: ReadonlySet<string>,
  queryWeight: number,
): Map<string, number> {
  const best = highestPositions(scores, EXPANSION.documents);
  const total = best.reduce((sum, d) => sum + (scores[d] ?? 0), 0);
  const left = new Set([...known].map((term) => table.numberOf(term)));
  const mass = new Map<number, number>();
  for (const d of best) {
    const numbers = table.numbersOf(d);
    const each = (scores[d] ?? 0) / total / numbers.length;
    for (const number of numbers) if (!left.has(number)) mass.set(number, (mass.get(number) ?? 0) + each);
  }
  const frequencies = documentFrequencies(table, mass.keys());
  const weighted = [...mass]
    .map(([number, share]) => ({ number, share, frequency: frequencies[number] ?? 0 }))
    .filter(({ frequency }) => frequency > 1)
    .map(({ number, share, frequency }) => ({
      term: table.term(number),
      weight: share * inverseDocumentFrequency(table.size, frequency),
    }))
    .sort((a, b) => b.weight - a.weight || (a.term < b.term ? -1 : 1))
    .slice(0, EXPANSION.terms);
  const sum = weighted.reduce((all, { weight }) => all + weight, 0);
  // If the best documents share only a few words, they may share them by chance, such as a name.
  const worth = (queryWeight * weighted.length) / EXPANSION.terms;
  return new Map(weighted.map(({ term, weight }) => [term, (weight / sum) * worth]));
}

/** How many documents have each of the wanted terms, by number; 0 for other terms. */
function documentFrequencies(table: TermTable, wanted: Iterable<number>): Uint32Array {
  const frequencies = new Uint32Array(table.limit);
  /** By number: the last document that has the term, from 1; 0 for terms that are not wanted. */
  const lastSeenIn = new Uint32Array(table.limit);
  const unseen = table.size + 1;
  for (const number of wanted) lastSeenIn[number] = unseen;
  for (let d = 0; d < table.size; d++) {
    const end = table.ends[d] ?? 0;
    for (let i = table.starts[d] ?? 0; i < end; i++) {
      const number = table.numbers[i] ?? 0;
      const last = lastSeenIn[number] ?? 0;
      if (last === 0 || last === d + 1) continue;
      lastSeenIn[number] = d + 1;
      frequencies[number] = (frequencies[number] ?? 0) + 1;
    }
  }
  return frequencies;
}
