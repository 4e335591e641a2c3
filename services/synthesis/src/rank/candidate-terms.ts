import type { CorpusStatistics } from './document.ts';

/**
 * The terms of a query to fetch candidates by: the rarest ones, as many as together lead to at most `cap` documents.
 * Terms that no document contains are left out; the rarest of the others is always included.
 */
export function candidateTerms(
  terms: readonly string[],
  { documentFrequency }: CorpusStatistics,
  cap: number,
): string[] {
  const byRarity = terms
    .map((term) => ({ term, frequency: documentFrequency.get(term) ?? 0 }))
    .filter(({ frequency }) => frequency > 0)
    .sort((a, b) => a.frequency - b.frequency || (a.term < b.term ? -1 : 1));
  const kept: string[] = [];
  let reach = 0;
  for (const { term, frequency } of byRarity) {
    reach += frequency;
    if (kept.length > 0 && reach > cap) break;
    kept.push(term);
  }
  return kept;
}
