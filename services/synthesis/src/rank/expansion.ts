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
  const mass = new Map<number, number>();
  for (const d of best) {
    const numbers = table.numbersOf(d);
    const each = (scores[d] ?? 0) / total / numbers.length;
    for (const number of numbers)
      if (!known.has(table.terms[number] ?? '')) mass.set(number, (mass.get(number) ?? 0) + each);
  }
  const frequencies = documentFrequencies(table);
  const weighted = [...mass]
    .map(([number, share]) => ({ term: table.terms[number] ?? '', share, frequency: frequencies[number] ?? 0 }))
    .filter(({ frequency }) => frequency > 1)
    .map(({ term, share, frequency }) => ({
      term,
      weight: share * inverseDocumentFrequency(table.size, frequency),
    }))
    .sort((a, b) => b.weight - a.weight || (a.term < b.term ? -1 : 1))
    .slice(0, EXPANSION.terms);
  const sum = weighted.reduce((all, { weight }) => all + weight, 0);
  // If the best documents share only a few words, they may share them by chance, such as a name.
  const worth = (queryWeight * weighted.length) / EXPANSION.terms;
  return new Map(weighted.map(({ term, weight }) => [term, (weight / sum) * worth]));
}

function documentFrequencies(table: TermTable): Uint32Array {
  const frequencies = new Uint32Array(table.terms.length);
  const lastSeenIn = new Int32Array(table.terms.length).fill(-1);
  for (let d = 0; d < table.size; d++)
    for (let i = table.starts[d] ?? 0; i < (table.starts[d + 1] ?? 0); i++) {
      const number = table.numbers[i] ?? 0;
      if (lastSeenIn[number] === d) continue;
      lastSeenIn[number] = d;
      frequencies[number] = (frequencies[number] ?? 0) + 1;
    }
  return frequencies;
}
