import { inverseDocumentFrequency } from './bm25.ts';
import type { RankDocument } from './document.ts';
import { FEEDBACK } from './parameters.ts';
import { highest } from './highest.ts';

/**
 * Terms that the best documents so far share, weighted so that together they weigh as much as the query (relevance model 3,
 * after Lavrenko and Croft 2001, with inverse document frequency against common words). Document frequencies are taken among
 * the candidates: no further query is needed.
 * @param scores one per document, 0 where nothing matched
 * @param known terms that already count, or must not
 */
export function feedbackTerms(
  documents: readonly RankDocument[],
  scores: Float64Array,
  known: ReadonlySet<string>,
  queryWeight: number,
): Map<string, number> {
  const best = highest(scores, FEEDBACK.documents);
  const total = best.reduce((sum, d) => sum + (scores[d] ?? 0), 0);
  const mass = new Map<string, number>();
  for (const d of best) {
    const own = documents[d]?.terms ?? [];
    for (const term of own) {
      if (known.has(term)) continue;
      mass.set(term, (mass.get(term) ?? 0) + (scores[d] ?? 0) / total / own.length);
    }
  }
  const frequencies = candidateFrequencies(documents, mass);
  const weighted = [...mass]
    .filter(([term]) => (frequencies.get(term) ?? 0) > 1)
    .map(([term, share]) => [term, share * inverseDocumentFrequency(documents.length, frequencies.get(term) ?? 0)] as const)
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, FEEDBACK.terms);
  const sum = weighted.reduce((all, [, weight]) => all + weight, 0);
  return new Map(weighted.map(([term, weight]) => [term, (weight / sum) * queryWeight]));
}

function candidateFrequencies(documents: readonly RankDocument[], among: ReadonlyMap<string, number>): Map<string, number> {
  const lastSeenIn = new Map<string, number>();
  const frequencies = new Map<string, number>();
  for (const [d, document] of documents.entries())
    for (const term of document.terms) {
      if (!among.has(term) || lastSeenIn.get(term) === d) continue;
      lastSeenIn.set(term, d);
      frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
    }
  return frequencies;
}
